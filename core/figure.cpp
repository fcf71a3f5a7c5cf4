#include "core/figure.h"

#include <array>

#include "core/named_values.h"

namespace treering::core {
namespace {

constexpr std::array<Named<Origin::Kind>, 5> kOriginKinds{{
    {Origin::Kind::Specification, "specification"},
    {Origin::Kind::File, "file"},
    {Origin::Kind::Discovered, "discovered"},
    {Origin::Kind::Measured, "measured"},
    {Origin::Kind::Assumed, "assumed"},
}};
static_assert(is_in_enum_order(kOriginKinds));

}  // namespace

std::string_view name_of(Origin::Kind kind) {
  return kOriginKinds.at(static_cast<std::size_t>(kind)).name;
}

Result<Origin::Kind> parse_origin_kind(std::string_view text) {
  return parse_name("origin kind", text, kOriginKinds);
}

}  // namespace treering::core
