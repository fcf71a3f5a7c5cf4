#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/text/quote.h"
#include "core/topology/topology.h"
#include "hw/world/nvml/json.h"

namespace treering::hw::world::nvml {
namespace {

using Json = nlohmann::ordered_json;
using core::JsonFields;

constexpr int kMaxMbPerS = 100'000'000;  // core::kMaxBandwidthGBps
constexpr int kMaxPcie = 255;

class Reader {
 public:
  Reader(const Json& root, core::FirstProblem& problem) : root_(root), problem_(problem) {}

  Seen<NvmlAnswers> read() {
    JsonFields fields(root_, "", problem_);
    if (!problem_.any()) check_schema(fields);
    if (problem_.any()) return NvmlAnswers();
    for (const auto& [name, why] :
         {std::pair("denied", Unseen::Why::Denied), std::pair("failed", Unseen::Why::Failed)}) {
      if (!fields.has(name)) continue;
      const Unseen unseen{why, fields.text(name)};
      fields.refuse_unknown();
      return tl::unexpected(unseen);
    }
    NvmlAnswers answers;
    answers.driver_version = fields.text("driver_version");
    answers.cuda_version = integer(fields, "cuda_version", kMaxCudaVersion);
    const Each each{fields, problem_};
    each.of("gpus", core::kMaxGpus, [&](auto& gpu) { answers.gpus.push_back(read_gpu(gpu)); });
    each.of("pairs", std::size_t{core::kMaxGpus} * core::kMaxGpus,
            [&](auto& pair) { answers.pairs.push_back(read_pair(pair)); });
    each.of("faults", kMaxNvmlFaults,
            [&](auto& fault) { answers.faults.push_back(read_fault(fault)); });
    fields.refuse_unknown();
    return answers;
  }

 private:
  /// The objects of a list, which may be absent.
  struct Each {
    JsonFields& fields;
    core::FirstProblem& problem;

    template <class Read>
    void of(std::string_view name, std::size_t most, const Read& read) const {
      const Json* list = fields.array(name);
      if (list == nullptr) return;
      if (list->size() > most) {
        fields.problem(name, fmt::format("{} entries", list->size()),
                       fmt::format("expected at most {}", most));
      }
      for (std::size_t i = 0; i < list->size() && !problem.any(); ++i) {
        JsonFields entry((*list)[i], core::pointer_to(fields.pointer(name), std::to_string(i)),
                         problem);
        read(entry);
        entry.refuse_unknown();
      }
    }
  };

  static void check_schema(JsonFields& fields) {
    fields.require("schema");
    const std::string schema = fields.text("schema");
    if (schema == kNvmlSchema) return;
    fields.problem("schema", core::in_quotes(schema), fmt::format("expected '{}'", kNvmlSchema));
  }

  static std::optional<int> integer(JsonFields& fields, std::string_view name, int most) {
    if (!fields.has(name)) return {};
    const int value = fields.integer(name);
    if (value < 0 || value > most) {
      fields.problem(name, std::to_string(value), fmt::format("expected 0..{}", most));
    }
    return value;
  }

  static int number(JsonFields& fields, std::string_view name, int most) {
    fields.require(name);
    return integer(fields, name, most).value_or(0);
  }

  static std::optional<bool> truth(JsonFields& fields, std::string_view name) {
    if (!fields.has(name)) return {};
    return fields.truth(name, false);
  }

  static std::string text(JsonFields& fields, std::string_view name) {
    std::string text = fields.text(name);
    if (text.size() > core::kMaxText) {
      fields.problem(name, fmt::format("{} bytes", text.size()),
                     fmt::format("expected at most {}", core::kMaxText));
    }
    return text;
  }

  template <class Enum>
  static std::optional<Enum> word(JsonFields& fields, std::string_view name,
                                  core::Result<Enum> (*parse)(std::string_view)) {
    if (!fields.has(name)) return {};
    return fields.one_of(name, Enum(), parse);
  }

  NvmlGpu read_gpu(JsonFields& fields) {
    NvmlGpu gpu;
    gpu.index = number(fields, "index", core::kMaxGpus - 1);
    gpu.name = text(fields, "name");
    gpu.bus_id = text(fields, "bus_id");
    gpu.compute_capability = integer(fields, "compute_capability", kMaxCapability);
    gpu.has_mig = truth(fields, "has_mig");
    gpu.vbios = text(fields, "vbios");
    if (const Json* pcie = fields.object("pcie")) gpu.pcie = read_pcie(*pcie, fields);
    if (const Json* c2c = fields.object("c2c")) gpu.c2c = read_c2c(*c2c, fields);
    if (const Json* fabric = fields.object("fabric")) gpu.fabric = read_fabric(*fabric, fields);
    Each{fields, problem_}.of("nvlinks", kMaxNvmlLinks,
                              [&](auto& link) { gpu.links.push_back(read_link(link)); });
    return gpu;
  }

  NvmlPcie read_pcie(const Json& json, const JsonFields& gpu) {
    JsonFields fields(json, gpu.pointer("pcie"), problem_);
    const NvmlPcie pcie{
        integer(fields, "max_generation", kMaxPcie), integer(fields, "max_width", kMaxPcie),
        integer(fields, "generation", kMaxPcie), integer(fields, "width", kMaxPcie)};
    fields.refuse_unknown();
    return pcie;
  }

  NvmlC2c read_c2c(const Json& json, const JsonFields& gpu) {
    JsonFields fields(json, gpu.pointer("c2c"), problem_);
    const NvmlC2c c2c{number(fields, "links", kMaxNvmlLinks),
                      number(fields, "mb_per_s", kMaxMbPerS)};
    fields.refuse_unknown();
    return c2c;
  }

  NvmlFabric read_fabric(const Json& json, const JsonFields& gpu) {
    JsonFields fields(json, gpu.pointer("fabric"), problem_);
    NvmlFabric fabric;
    fields.require("state");
    fabric.state = fields.one_of("state", NvmlFabricState(), parse_nvml_fabric_state);
    fabric.fault = text(fields, "fault");
    fabric.cluster_uuid = text(fields, "cluster_uuid");
    fabric.clique = fields.long_integer("clique");
    fields.refuse_unknown();
    return fabric;
  }

  static NvmlLink read_link(JsonFields& fields) {
    NvmlLink link;
    link.number = number(fields, "link", kMaxNvmlLinks - 1);
    link.carries_p2p = truth(fields, "carries_p2p");
    link.is_active = truth(fields, "is_active");
    link.version = integer(fields, "version", kMaxPcie);
    link.remote = word(fields, "remote", parse_nvml_remote);
    link.remote_bus_id = text(fields, "remote_bus_id");
    return link;
  }

  static NvmlPair read_pair(JsonFields& fields) {
    NvmlPair pair;
    pair.from = number(fields, "from", core::kMaxGpus - 1);
    pair.to = number(fields, "to", core::kMaxGpus - 1);
    pair.read = word(fields, "read", parse_peer_access);
    pair.write = word(fields, "write", parse_peer_access);
    return pair;
  }

  static NvmlFault read_fault(JsonFields& fields) {
    return {text(fields, "call"), integer(fields, "gpu", core::kMaxGpus - 1), text(fields, "text")};
  }

  static constexpr int kMaxCapability = 9999;
  static constexpr int kMaxCudaVersion = 999'999;

  const Json& root_;
  core::FirstProblem& problem_;
};

}  // namespace

core::Result<Seen<NvmlAnswers>> nvml_from_json(std::string_view text, const std::string& where) {
  const auto json = core::parse_json(text, where);
  if (!json) return core::fail(json.error());
  core::FirstProblem problem(where, text);
  auto nvml = Reader(*json, problem).read();
  if (problem.any()) return core::fail(problem.error());
  return nvml;
}

}  // namespace treering::hw::world::nvml
