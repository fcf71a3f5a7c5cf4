#include "report/charts/look.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/setup/names.h"
#include "report/drawing/colours.h"

namespace treering::report::charts {
namespace {

using app::setup::NameKind;

int place_of(NameKind kind, const std::string& name) {
  const auto names = app::setup::names_of(kind);
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

}  // namespace

int variant_of(int colour) {
  if (colour < 0) return 0;
  // Tree, Ring and NVLSTree, which stand together most, have three of them.
  constexpr std::array kVariants{1, 2, 0, 0, 1, 3, 3, 3};
  static_assert(kVariants.size() == drawing::kSeriesColours.size());
  return kVariants.at(static_cast<std::size_t>(colour) % kVariants.size());
}

int colour_of(const std::string& algorithm) {
  return algorithm.empty() ? 0 : place_of(NameKind::Algorithm, algorithm);
}

int dashes_of(const std::string& name, const sim::Way& way) {
  if (way.algorithm.empty()) return 0;
  if (name.find('/') == std::string::npos) return variant_of(colour_of(way.algorithm));
  constexpr std::array kDashes{2, 1, 0};  // LL, LL128, Simple
  const auto place = static_cast<std::size_t>(place_of(NameKind::Protocol, way.protocol));
  return kDashes.at(std::min(place, kDashes.size() - 1));
}

int shape_of(const std::string& protocol) {
  return protocol.empty() ? 0 : 1 + place_of(NameKind::Protocol, protocol);
}

}  // namespace treering::report::charts
