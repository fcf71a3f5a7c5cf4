// Links between devices of the lowest rows, as brackets below them.
#include <algorithm>
#include <array>
#include <map>

#include "report/drawing/link_lines.h"

namespace treering::report::drawing {
namespace {

using core::DeviceId;
using core::DeviceKind;

/// One end of a bracket: where it goes, and whose it is.
struct End {
  std::size_t bracket = 0;
  double other = 0;  // the middle of the other device
};

/// The lowest edge of a device and what hangs below it.
double foot_of(const core::Topology& node, const Columns& columns, DeviceId id) {
  double foot = columns.of(id).area.bottom();
  for (const DeviceId child : node.children_of(id)) {
    if (columns.has(child)) foot = std::max(foot, columns.of(child).area.bottom());
  }
  return foot;
}

std::vector<Bundle> brackets_among(const core::Topology& node, const std::vector<Bundle>& bundles,
                                   const Columns& columns) {
  const auto may_have_one = [&](DeviceId id) {
    return columns.has(id) && node.device(id).kind() != DeviceKind::Cpu;
  };
  std::vector<Bundle> brackets;
  for (const Bundle& bundle : bundles) {
    if (bundle.kind == core::LinkKind::Pcie) continue;
    if (may_have_one(bundle.from) && may_have_one(bundle.to)) brackets.push_back(bundle);
  }
  return brackets;
}

constexpr double kSpread = 11;  // between the ends of brackets at one device, at most
constexpr double kMostSpread = 64;
constexpr std::size_t kMostLabelled = 4;

/// Ends of each device from left to right so that no two brackets of a device cross: those to the
/// left first, the nearest of them first; then those to the right, the farthest first.
void sort_ends(std::vector<End>& ends, double middle) {
  std::ranges::stable_sort(ends, [&](const End& a, const End& b) {
    const bool is_left = a.other < middle;
    if (is_left != (b.other < middle)) return is_left;
    return a.other > b.other;
  });
}

class Brackets {
 public:
  Brackets(const core::Topology& node, std::vector<Bundle> bundles, const Columns& columns)
      : node_(node), columns_(columns), bundles_(std::move(bundles)), x_(bundles_.size()) {}

  double add(Picture& picture) {
    find_ends();
    std::vector<Span> spans;
    for (const auto& [a, b] : x_) spans.push_back({std::min(a, b), std::max(a, b)});
    const std::vector<int> lanes = lanes_of(spans);
    const double pitch = has_labels_ ? 20 : 11;
    double depth = 0;
    for (std::size_t i = 0; i < bundles_.size(); ++i) {
      const double y = columns_.bottom + 16 + pitch * lanes[i];
      depth = std::max(depth, y);
      add_one(i, y, picture);
    }
    return depth + 8;
  }

 private:
  void find_ends() {
    std::map<DeviceId, std::vector<End>> ends;
    for (std::size_t i = 0; i < bundles_.size(); ++i) {
      ends[bundles_[i].from].push_back({i, columns_.of(bundles_[i].to).area.middle()});
      ends[bundles_[i].to].push_back({i, columns_.of(bundles_[i].from).area.middle()});
    }
    for (auto& [id, list] : ends) {
      const double middle = columns_.of(id).area.middle();
      sort_ends(list, middle);
      const auto count = static_cast<double>(list.size());
      const double step = std::min(kSpread, kMostSpread / count);
      for (std::size_t k = 0; k < list.size(); ++k) {
        const std::size_t i = list[k].bracket;
        x_[i][id == bundles_[i].from ? 0 : 1] =
            middle + step * (static_cast<double>(k) - (count - 1) / 2);
      }
      has_labels_ = has_labels_ && list.size() <= kMostLabelled;
    }
  }

  void add_one(std::size_t i, double y, Picture& picture) const {
    const Bundle& bundle = bundles_[i];
    const auto [a, b] = x_[i];
    const Point from{a, foot_of(node_, columns_, bundle.from)};
    const Point to{b, foot_of(node_, columns_, bundle.to)};
    picture.lines.push_back(line_of(node_, bundle, {from, {a, y}, {b, y}, to}));
    if (!has_labels_) return;
    // Between the first two columns that the bracket passes no other goes down.
    const DeviceId left = a < b ? bundle.from : bundle.to;
    add_plate(picture, {columns_.of(left).area.right() + 5, y}, rate_of(bundle));
  }

  const core::Topology& node_;
  const Columns& columns_;
  std::vector<Bundle> bundles_;
  std::vector<std::array<double, 2>> x_;  // by bracket: of its ends
  bool has_labels_ = true;
};

}  // namespace

double add_brackets(const core::Topology& node, const std::vector<Bundle>& bundles,
                    const Columns& columns, Picture& picture) {
  auto brackets = brackets_among(node, bundles, columns);
  if (brackets.empty()) return columns.bottom;
  return Brackets(node, std::move(brackets), columns).add(picture);
}

}  // namespace treering::report::drawing
