#include "core/host_state/json.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/values.h"
#include "core/named_values.h"
#include "core/topology/names.h"

namespace treering::core {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kUnlimitedName = "unlimited";

constexpr std::array<Named<IommuMode>, 3> kIommuModes{{
    {IommuMode::Off, "off"},
    {IommuMode::PassThrough, "pass_through"},
    {IommuMode::Translating, "translating"},
}};
static_assert(is_in_enum_order(kIommuModes));

constexpr std::array<Named<PeerAccess>, 9> kPeerAccesses{{
    {PeerAccess::Ok, "ok"},
    {PeerAccess::Chipset, "chipset"},
    {PeerAccess::Gpu, "gpu"},
    {PeerAccess::Topology, "topology"},
    {PeerAccess::Disabled, "disabled"},
    {PeerAccess::Unsupported, "unsupported"},
    {PeerAccess::Unknown, "unknown"},
    {PeerAccess::Refused, "refused"},
    {PeerAccess::Cuda, "cuda"},
}};
static_assert(is_in_enum_order(kPeerAccesses));

constexpr std::array<Named<PcieDevice>, 4> kPcieDevices{{
    {PcieDevice::Unknown, "unknown"},
    {PcieDevice::Gpu, "gpu"},
    {PcieDevice::Adapter, "adapter"},
    {PcieDevice::Other, "other"},
}};
static_assert(is_in_enum_order(kPcieDevices));

constexpr std::array<Named<PairFigure>, 6> kPairFigures{{
    {PairFigure::OneWay, "one_way"},
    {PairFigure::OneWayDirect, "one_way_direct"},
    {PairFigure::BothWays, "both_ways"},
    {PairFigure::BothWaysDirect, "both_ways_direct"},
    {PairFigure::Latency, "latency"},
    {PairFigure::LatencyDirect, "latency_direct"},
}};
static_assert(is_in_enum_order(kPairFigures));

constexpr std::array<Named<KernelEventKind>, 5> kKernelEventKinds{{
    {KernelEventKind::Xid, "xid"},
    {KernelEventKind::SwitchXid, "sxid"},
    {KernelEventKind::PcieError, "pcie_error"},
    {KernelEventKind::IommuFault, "iommu_fault"},
    {KernelEventKind::OutOfMemory, "out_of_memory"},
}};
static_assert(is_in_enum_order(kKernelEventKinds));

Result<PcieDevice> parse_pcie_device(std::string_view text) {
  return parse_name("PCIe device", text, kPcieDevices);
}

Result<PairFigure> parse_pair_figure(std::string_view text) {
  return parse_name("figure of a pair", text, kPairFigures);
}

Result<KernelEventKind> parse_kernel_event_kind(std::string_view text) {
  return parse_name("kernel event", text, kKernelEventKinds);
}

std::string_view name_of(PcieDevice device) {
  return kPcieDevices[static_cast<std::size_t>(device)].name;
}

std::string_view name_of(PairFigure figure) {
  return kPairFigures[static_cast<std::size_t>(figure)].name;
}

std::string_view name_of(KernelEventKind kind) {
  return kKernelEventKinds[static_cast<std::size_t>(kind)].name;
}

Result<IommuMode> parse_iommu_mode(std::string_view text) {
  return parse_name("IOMMU mode", text, kIommuModes);
}

Result<PeerAccess> parse_peer_access(std::string_view text) {
  return parse_name("access", text, kPeerAccesses);
}

std::string_view name_of(IommuMode mode) {
  return kIommuModes[static_cast<std::size_t>(mode)].name;
}

std::string_view name_of(PeerAccess access) {
  return kPeerAccesses[static_cast<std::size_t>(access)].name;
}

/// A part as an object. Fields at their default are left out, except numbers that identify
/// something.
class Writer {
 public:
  template <class T>
  static Json object_of(T& part) {
    Writer writer;
    describe(writer, part);
    return std::move(writer.json_);
  }

  void field(const char* name, const std::string& value) {
    if (!value.empty()) json_[name] = printable(value);
  }
  void field(const char* name, int value) { json_[name] = value; }
  void field(const char* name, bool value) { json_[name] = value; }
  void field(const char* name, double value) {
    if (value != 0) json_[name] = value;
  }
  void field(const char* name, std::uint64_t value) {
    json_[name] = value == kUnlimited ? Json(kUnlimitedName) : Json(value);
  }
  template <class T>
  void field(const char* name, const std::optional<T>& value) {
    if (value) json_[name] = *value;
  }
  void field(const char* name, const std::vector<int>& values) { json_[name] = values; }
  // As almost every link's.
  void field(const char* name, PcieDevice value) {
    if (value != PcieDevice::Unknown) json_[name] = name_of(value);
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void field(const char* name, Enum value) {
    json_[name] = name_of(value);
  }
  template <class T>
  void part(const char* name, T& value) {
    if (value != T()) json_[name] = object_of(value);
  }
  template <class T>
  void figure(const char* name, std::optional<Figure<T>>& value) {
    if (!value) return;
    Json object = object_of(*value);
    if (!object.contains("value")) object["value"] = "";  // an empty text
    json_[name] = std::move(object);
  }
  template <class T>
  void list(const char* name, std::vector<T>& values) {
    for (T& value : values) json_[name].push_back(object_of(value));
  }

 private:
  Json json_ = Json::object();
};

class Reader {
 public:
  template <class T>
  static T read(const Json& value, std::string pointer, FirstProblem& problem) {
    Reader reader(value, std::move(pointer), problem);
    T part;
    describe(reader, part);
    reader.fields_.refuse_unknown();
    return part;
  }

  void field(const char* name, std::string& value) { value = fields_.text(name); }
  void field(const char* name, int& value) { value = fields_.integer(name, value); }
  void field(const char* name, bool& value) { value = fields_.truth(name, value); }
  void field(const char* name, double& value) { value = fields_.number(name, value); }
  void field(const char* name, std::uint64_t& value) {
    const Json* found = fields_.value(name);
    if (found != nullptr && *found == kUnlimitedName) {
      value = kUnlimited;
      return;
    }
    const std::int64_t bytes = fields_.long_integer(name);
    if (bytes < 0) fields_.problem(name, fmt::format("{}", bytes), "expected 0 or more");
    value = static_cast<std::uint64_t>(bytes);
  }
  void field(const char* name, std::optional<bool>& value) {
    if (fields_.has(name)) value = fields_.truth(name, false);
  }
  void field(const char* name, std::optional<int>& value) {
    if (fields_.has(name)) value = fields_.integer(name, 0);
  }
  void field(const char* name, std::optional<std::int64_t>& value) {
    if (fields_.has(name)) value = fields_.long_integer(name);
  }
  void field(const char* name, std::vector<int>& values) {
    const Json* found = fields_.array(name);
    for (std::size_t i = 0; found != nullptr && i < found->size(); ++i) {
      const Json& entry = (*found)[i];
      if (const auto number = integer_within(entry, -kMostNumber, kMostNumber)) {
        values.push_back(*number);
      } else {
        problem_.note({Category::BadInput,
                       pointer_to(fields_.pointer(name), std::to_string(i)),
                       described(entry),
                       "expected a number",
                       {}});
      }
    }
  }
  void field(const char* name, Origin::Kind& value) {
    value = fields_.one_of(name, value, parse_origin_kind);
  }
  void field(const char* name, LinkKind& value) {
    value = fields_.one_of(name, value, parse_link_kind);
  }
  void field(const char* name, IommuMode& value) {
    value = fields_.one_of(name, value, parse_iommu_mode);
  }
  void field(const char* name, PeerAccess& value) {
    value = fields_.one_of(name, value, parse_peer_access);
  }
  void field(const char* name, PcieDevice& value) {
    value = fields_.one_of(name, value, parse_pcie_device);
  }
  void field(const char* name, PairFigure& value) {
    value = fields_.one_of(name, value, parse_pair_figure);
  }
  void field(const char* name, KernelEventKind& value) {
    value = fields_.one_of(name, value, parse_kernel_event_kind);
  }
  template <class T>
  void part(const char* name, T& value) {
    if (const Json* found = fields_.object(name)) {
      value = read<T>(*found, fields_.pointer(name), problem_);
    }
  }
  template <class T>
  void figure(const char* name, std::optional<Figure<T>>& value) {
    const Json* found = fields_.object(name);
    if (found == nullptr) return;
    if (!found->contains("value")) fields_.problem(name, "no 'value'", "expected one");
    value = read<Figure<T>>(*found, fields_.pointer(name), problem_);
  }
  template <class T>
  void list(const char* name, std::vector<T>& values) {
    const Json* found = fields_.array(name);
    for (std::size_t i = 0; found != nullptr && i < found->size() && !problem_.any(); ++i) {
      values.push_back(
          read<T>((*found)[i], pointer_to(fields_.pointer(name), std::to_string(i)), problem_));
    }
  }

 private:
  static constexpr int kMostNumber = 1'000'000;

  Reader(const Json& value, std::string pointer, FirstProblem& problem)
      : fields_(value, std::move(pointer), problem), problem_(problem) {}

  JsonFields fields_;
  FirstProblem& problem_;
};

}  // namespace

std::string host_state_to_json(const HostState& host) {
  HostState copy = host;
  const Json object = Writer::object_of(copy);
  std::vector<std::string> entries;
  for (const auto& [name, value] : object.items()) {
    std::string text = one_line(value);
    if (value.is_array()) {
      std::vector<std::string> lines;
      for (const Json& entry : value) lines.push_back(one_line(entry));
      text = lines_of(lines, '[', ']', 4);
    }
    entries.push_back(fmt::format("{}: {}", json_of(name), text));
  }
  return lines_of(entries, '{', '}');
}

HostState read_host_state(const Json& value, const std::string& pointer, FirstProblem& problem) {
  return Reader::read<HostState>(value, pointer, problem);
}

}  // namespace treering::core
