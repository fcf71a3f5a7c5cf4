#include "sim/libraries/library.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/named_values.h"

namespace treering::sim::libraries {
namespace {

constexpr std::array kLibraries{
#define LIBRARY(id, value) Library::value,
#include "sim/libraries/libraries.def"
#undef LIBRARY
};

}  // namespace

std::span<const Entry> all() {
  static const std::array kEntries{
#define LIBRARY(id, value) id##_entry(),
#include "sim/libraries/libraries.def"
#undef LIBRARY
  };
  return kEntries;
}

const Entry& entry_of(Library library) {
  return all()[static_cast<std::size_t>(library)];
}

std::string_view name_of(Library library) {
  return entry_of(library).name;
}

std::optional<Library> library_of_runner(std::string_view runner) {
  const std::string_view name = runner.substr(0, runner.find('-'));
  const auto found = std::ranges::find_if(kLibraries, [&](Library library) {
    return core::is_same_name(name, entry_of(library).name);
  });
  if (found == kLibraries.end()) return std::nullopt;
  return *found;
}

bool is_on_gpus(std::string_view runner) {
  const auto library = library_of_runner(runner);
  return library && entry_of(*library).is_on_gpus();
}

std::span<const Library> on_cpus() {
  static const std::vector<Library> kOnCpus = [] {
    std::vector<Library> some;
    std::ranges::copy_if(kLibraries, std::back_inserter(some),
                         [](Library library) { return !entry_of(library).is_on_gpus(); });
    return some;
  }();
  return kOnCpus;
}

std::span<const std::string_view> names_on_cpus() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const Library library : on_cpus()) names.push_back(entry_of(library).name);
    return names;
  }();
  return kNames;
}

std::string expected_on_cpus() {
  return fmt::format("expected runs on CPUs: {}", fmt::join(names_on_cpus(), " or "));
}

std::optional<Library> find_on_cpus(std::string_view name) {
  const auto found = std::ranges::find_if(
      on_cpus(), [&](Library library) { return core::is_same_name(name, entry_of(library).name); });
  if (found == on_cpus().end()) return std::nullopt;
  return *found;
}

std::span<const std::string_view> algorithms_of(Library library, core::Collective collective) {
  return entry_of(library).algorithms(collective);
}

std::optional<std::string_view> own_choice(Library library, core::Collective collective,
                                           std::uint64_t bytes, int ranks) {
  return entry_of(library).own_choice(collective, bytes, ranks);
}

std::vector<core::Collective> every_collective() {
  const auto every = core::all_collectives();
  return {every.begin(), every.end()};
}

}  // namespace treering::sim::libraries
