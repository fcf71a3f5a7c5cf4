#include "tuner/doctor/variable_lookup.h"

#include <algorithm>

#include <fmt/format.h>

namespace treering::tuner::doctor {

using core::NcclVariable;

std::string text_of(const NcclVariable& variable) {
  return fmt::format("{}={}", variable.name, variable.value);
}

const NcclVariable* find_variable(const core::HostState& host, std::string_view name) {
  const auto found = std::ranges::find(host.variables, name, &NcclVariable::name);
  return found == host.variables.end() || found->value.empty() ? nullptr : &*found;
}

bool is_on(const core::HostState& host, std::string_view name) {
  const NcclVariable* const variable = find_variable(host, name);
  return variable != nullptr && variable->value != "0";
}

}  // namespace treering::tuner::doctor
