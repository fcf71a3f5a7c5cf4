#include "report/heading.h"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/table.h"
#include "report/remarks.h"

namespace treering::report {

using app::setup::Setup;

std::string heading_line(std::string_view name, std::string_view text, std::size_t width) {
  constexpr std::size_t kColumn = 10;  // behind "# "
  const std::string label = fmt::format("{:<{}}", fmt::format("{}:", name), kColumn);
  return marked(label + core::wrapped(text, width - 2 - kColumn, kColumn), "# ");
}

std::string settings_lines(const Setup& setup, std::size_t width) {
  std::string text;
  const std::string version = app::setup::version_text(setup);
  if (!version.empty()) text += heading_line("version", version, width);
  if (!setup.nics.empty()) text += heading_line("nics", setup.nics + ", given by hand", width);
  if (!setup.variables.empty()) {
    text += heading_line("settings", app::setup::variables_text(setup.variables), width);
  }
  return text;
}

std::string guess_text(const app::setup::Guess& guess, std::string_view doubtful) {
  if (guess.taken.empty()) return fmt::format("{}; {}.", guess.text, guess.hint);
  return fmt::format("{}. {}{}; {}.", guess.text, guess.taken,
                     doubtful.empty() ? "" : fmt::format(", so {} are a guess", doubtful),
                     guess.hint);
}

namespace {

std::string doubt_on(app::setup::Guess::What what, const Setup& setup, std::string_view doubtful) {
  for (const app::setup::Guess& guess : guesses_of(setup)) {
    if (guess.what == what) return guess_text(guess, doubtful);
  }
  return "";
}

}  // namespace

std::string guess_lines(const Setup& setup, std::size_t width) {
  std::string text;
  for (const app::setup::Guess& guess : guesses_of(setup)) {
    text += remark(guess_text(guess, "all times"), 0, width);
  }
  return text;
}

std::string nvlinks_doubt(const Setup& setup) {
  return doubt_on(app::setup::Guess::What::Nvlinks, setup, "those shown here");
}

std::string gpus_doubt(const Setup& setup) {
  return doubt_on(app::setup::Guess::What::Gpus, setup, "");
}

std::string model_text(const app::setup::TimeModelName& name) {
  const std::string_view model = sim::models::name_of(name.model);
  switch (basis_of(name.model)) {
    case sim::Basis::NcclPrices:
      return fmt::format("{}, what NCCL itself believes and chooses by", model);
    case sim::Basis::Profile: {
      std::vector<std::string> words{name.kind->gpu, name.kind->link};
      if (!name.kind->network.empty()) {
        if (name.kind->cpu != "x86") words.push_back(name.kind->cpu);
        words.push_back(fmt::format("{} {}", name.kind->network, name.kind->rate));
      }
      return fmt::format("{}, profile {} ({})", model, name.profile, fmt::join(words, ", "));
    }
  }
  return "";
}

}  // namespace treering::report
