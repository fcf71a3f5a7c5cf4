#include "report/drawing/other_hosts.h"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"

namespace treering::report::drawing {
namespace {

using core::DeviceId;
using core::DeviceKind;

constexpr double kFramePad = 14;
constexpr double kOtherWidth = 56;
constexpr double kOtherGap = 8;
// More boxes than that are wider than any screen.
constexpr std::size_t kMostHosts = 18;
constexpr double kChip = 19;  // a GPU in a host's box
constexpr std::size_t kMostChips = 8;

using ByHost = std::map<int, std::vector<DeviceId>>;

/// What a host has, as far as it hangs off its CPUs; what hangs off none is the first's.
ByHost devices_by_host(const core::Topology& node, int first) {
  ByHost devices;
  for (std::size_t i = 0; i < node.devices().size(); ++i) {
    const auto id = static_cast<DeviceId>(i);
    const DeviceKind kind = node.device(id).kind();
    if (kind == DeviceKind::NvSwitch || kind == DeviceKind::NetworkSwitch) continue;
    const DeviceId cpu = node.cpu_of(id);
    devices[cpu == core::kNoDevice ? first : std::get<core::Cpu>(node.device(cpu).info).host]
        .push_back(id);
  }
  return devices;
}

std::string gpu_count(std::size_t count) {
  return core::counted(count, "GPU");
}

class HostBoxes {
 public:
  explicit HostBoxes(const OtherHosts& hosts)
      : hosts_(hosts), devices_(devices_by_host(hosts.node, hosts.numbers.front())) {}

  std::vector<Landing> add(const Area& first, Picture& picture) {
    std::vector<Landing> landings;
    Area area{first.right() + kOtherGap, first.y, kOtherWidth, first.height};
    const std::size_t others = hosts_.numbers.size() - 1;
    const bool has_all = others <= kMostHosts || hosts_.unfolded.contains({FoldKind::Hosts});
    std::size_t shown = 0;
    std::vector<DeviceId> rest;
    for (const int host : hosts_.numbers) {
      if (host == hosts_.in_full) continue;
      const std::vector<DeviceId>& devices = devices_[host];
      if (++shown < kMostHosts || has_all) {
        const Fold fold{FoldKind::Host, host};
        landings.push_back(add_one(picture, area, {fmt::format("host {}", host), fold, devices}));
        area.x += kOtherWidth + kOtherGap;
      } else {
        rest.insert(rest.end(), devices.begin(), devices.end());
      }
    }
    if (!rest.empty()) {
      const std::string name = fmt::format("{} more", shown - kMostHosts + 1);
      landings.push_back(add_one(picture, area, {name, {FoldKind::Hosts}, std::move(rest)}));
    }
    return landings;
  }

 private:
  struct Host {
    std::string name;
    Fold fold;
    std::vector<DeviceId> devices;
  };

  Landing add_one(Picture& picture, const Area& area, Host host) const {
    std::vector<DeviceId> gpus;
    for (const DeviceId id : host.devices) {
      if (hosts_.node.device(id).kind() == DeviceKind::Gpu) gpus.push_back(id);
    }
    picture.boxes.push_back({.role = Role::Host,
                             .area = area,
                             .tip = fmt::format("{}: {}", host.name, gpu_count(gpus.size())),
                             .alike = std::move(host.devices),
                             .handle = Handle{host.fold}});
    picture.labels.push_back({{area.middle(), area.y + 17},
                              host.name,
                              10,
                              Anchor::Middle,
                              Tone::Strong,
                              {area.x, area.y + 4, area.width, 28}});
    picture.labels.push_back(
        {{area.middle(), area.y + 31}, gpu_count(gpus.size()), 9, Anchor::Middle, Tone::Muted});
    if (gpus.size() <= kMostChips) add_chips(picture, area, gpus);
    return {std::move(gpus), {area.middle(), area.bottom()}};
  }

  static void add_chips(Picture& picture, const Area& area, const std::vector<DeviceId>& gpus) {
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      const double x = area.middle() + (i % 2 == 0 ? -kChip - 2 : 2);
      const std::size_t rows_below = (gpus.size() + 1) / 2 - i / 2;
      const double y = area.bottom() - 12 - static_cast<double>(rows_below) * (kChip + 4);
      picture.boxes.push_back({Role::Gpu, {x, y, kChip, kChip}, {}, gpus[i]});
    }
  }

  const OtherHosts& hosts_;
  ByHost devices_;
};

/// Of the host in full: back to the first, or to fewer hosts.
std::optional<Handle> handle_of(const OtherHosts& hosts) {
  for (const Fold fold : {Fold{FoldKind::Host, hosts.in_full}, Fold{FoldKind::Hosts}}) {
    const bool is_one_of_many =
        fold.kind == FoldKind::Host || hosts.numbers.size() - 1 > kMostHosts;
    if (is_one_of_many && hosts.unfolded.contains(fold)) return Handle{fold, true};
  }
  return {};
}

}  // namespace

std::vector<Landing> add_other_hosts(const OtherHosts& hosts, Picture& picture) {
  const Area first{0, 0, picture.width, picture.height + kFramePad};
  picture.boxes.push_back(
      {.role = Role::Host, .area = first, .tip = {}, .handle = handle_of(hosts)});
  picture.labels.push_back(
      {{kFramePad, 18}, fmt::format("host {}", hosts.in_full), 11, Anchor::Start, Tone::Strong});
  picture.height = first.height;
  return HostBoxes(hosts).add(first, picture);
}

}  // namespace treering::report::drawing
