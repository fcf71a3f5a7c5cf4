#include "tuner/launch/binding.h"

#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "core/named_values.h"

namespace treering::tuner::launch {
namespace {

constexpr std::array<core::Named<Binding>, 5> kBindings{{
    {Binding::Automatic, "auto"},
    {Binding::Spread, "spread"},
    {Binding::Compact, "compact"},
    {Binding::Numa, "numa"},
    {Binding::None, "none"},
}};
static_assert(core::is_in_enum_order(kBindings));

}  // namespace

std::span<const Binding> all_bindings() {
  static constexpr auto kAll = core::values_of(kBindings);
  return kAll;
}

std::string_view name_of(Binding binding) {
  return kBindings.at(static_cast<std::size_t>(binding)).name;
}

core::Result<Binding> parse_binding(std::string_view text) {
  return core::in_field("bind", core::parse_name("bind", text, kBindings));
}

std::string setting_of(Binding binding) {
  return fmt::format("{}={}", kBindingVariable, name_of(binding));
}

}  // namespace treering::tuner::launch
