#include "tuner/runners/tuned_variables.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace treering::tuner::runners {
namespace {

constexpr std::string_view kTuned = "OMPI_MCA_coll_tuned_";
constexpr std::string_view kSwitch = "use_dynamic_rules=";

/// As Open MPI 4.1 reads a parameter that is true or false (opal/mca/base/mca_base_var_enum.c): a
/// number other than 0, or a word.
bool is_true(std::string_view word) {
  constexpr std::array<std::string_view, 5> kYes{"true", "t", "enabled", "yes", "y"};
  if (std::ranges::find(kYes, word) != kYes.end()) return true;
  const bool is_number =
      !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number && word.find_first_not_of('0') != std::string_view::npos;
}

bool needs_the_switch(std::string_view parameter) {
  return parameter.find("_algorithm") != std::string_view::npos ||
         parameter == "dynamic_rules_filename";
}

}  // namespace

std::vector<std::string> unheeded_variables(const std::vector<std::string>& environment) {
  std::vector<std::string> names;
  for (const std::string& entry : environment) {
    if (!entry.starts_with(kTuned)) continue;
    const std::string_view rest = std::string_view(entry).substr(kTuned.size());
    if (rest.starts_with(kSwitch) && is_true(rest.substr(kSwitch.size()))) return {};
    const std::size_t equals = entry.find('=');
    if (needs_the_switch(rest.substr(0, rest.find('=')))) names.push_back(entry.substr(0, equals));
  }
  return names;
}

}  // namespace treering::tuner::runners
