#include "report/heading.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "report/remarks.h"

namespace treering::report {

using app::setup::Setup;

std::string heading_line(std::string_view name, std::string_view text, std::size_t width) {
  constexpr std::size_t kColumn = 10;  // behind "# "
  const std::string label = fmt::format("{:<{}}", fmt::format("{}:", name), kColumn);
  return marked(label + core::wrapped(text, width - 2 - kColumn, kColumn), "# ");
}

namespace {

/// Where the first lines end that start with '#' and have something behind it.
std::size_t end_of_heading(std::string_view text) {
  std::size_t end = 0;
  while (text.substr(end).starts_with('#') && !text.substr(end).starts_with("#\n")) {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  }
  return end;
}

}  // namespace

std::string with_note_lines(std::string text, const std::vector<std::string>& notes,
                            std::size_t width) {
  std::string lines;
  for (const std::string& note : notes) lines += heading_line("note", note, width);
  return text.insert(end_of_heading(text), lines);
}

std::string order_behind_intervals(const core::Cluster& cluster) {
  const std::string text = core::order_text(cluster);
  const bool is_unknown = cluster.fabric.order.kind == core::NodeOrder::Kind::Unknown;
  if (text.empty() || !is_unknown) return text;
  return text + "; intervals also hold the times of nodes sorted by leaf";
}

std::string fabric_lines(const core::Fabric& fabric, std::string_view order, std::size_t width) {
  const std::string text = core::fabric_text(fabric);
  return (text.empty() ? "" : heading_line("fabric", text, width)) +
         (order.empty() ? "" : heading_line("order", order, width));
}

std::string settings_line(const Setup& setup, std::size_t width) {
  if (setup.variables.empty()) return "";
  return heading_line("settings", app::setup::variables_text(setup.variables), width);
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
