#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "hw/catalogue/cpus.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/named_machines.h"
#include "hw/formats/nccl_tests/device_list.h"
#include "hw/formats/nvidia_smi/models.h"
#include "hw/formats/nvidia_smi/text.h"
#include "hw/formats/nvidia_smi/whole_names.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

/// The model among those that a name may mean which the matrix can be of: what its NVLinks alone
/// would be taken for, else one that has as many. Null for none.
const catalogue::GpuModel* model_with_links(std::string_view name, const Table& table) {
  const auto models = catalogue::gpu_named(name).models();
  const NvLinkCounts nvlinks = count_nvlinks(table);
  const int most = nvlinks.most;
  // Of several forms, cards are those without NVLinks.
  const bool may_be_board = most > 0 || models.size() == 1;
  const auto fits = [&](const catalogue::GpuModel* model) {
    return most <= model->nvlinks &&
           (may_be_board || model->form == catalogue::GpuModel::Form::Card);
  };
  const auto* const likely = catalogue::gpu_named(gpu_of(table).name).model;
  const auto taken = std::ranges::find(models, likely);
  if (taken != models.end() && fits(likely)) return likely;
  if (nvlinks.is_in_pairs()) {
    const auto bridged = std::ranges::find_if(models, [&](const auto* model) {
      return fits(model) && model->joining == catalogue::GpuJoining::Bridge;
    });
    if (bridged != models.end()) return *bridged;
  }
  // The usual form has no mark.
  const auto usual = std::ranges::find_if(
      models, [&](const auto* model) { return fits(model) && model->mark.empty(); });
  if (usual != models.end()) return *usual;
  const auto other = std::ranges::find_if(models, fits);
  return other == models.end() ? nullptr : *other;
}

}  // namespace

namespace {

// Of a long log, what people write around a matrix stands at its beginning.
constexpr std::size_t kMostBeside = std::size_t{256} << 10U;

/// "NVIDIA GB10" of "Found GPU0 NVIDIA GB10 which is of cuda capability 12.1." and of "NVIDIA GB10
/// with CUDA capability sm_121 is not compatible" (PyTorch, torch/cuda/__init__.py); empty for
/// other lines.
std::string_view gpu_of_warning(std::string_view line) {
  constexpr std::string_view kFound = "Found GPU";
  constexpr std::string_view kOld = " with CUDA capability sm_";
  if (const std::size_t old = line.find(kOld); old != std::string_view::npos) {
    return core::trimmed(line.substr(0, old));
  }
  const std::size_t found = line.find(kFound);
  if (found == std::string_view::npos) return {};
  line.remove_prefix(found + kFound.size());
  const std::size_t end = line.find(" which is of c");
  const std::size_t name = line.find(' ');
  if (end == std::string_view::npos || name >= end) return {};
  return core::trimmed(line.substr(name, end - name));
}

/// The only name in PyTorch's warnings.
std::string gpu_of_warnings(std::string_view text) {
  std::string only;
  if (!core::has(text, "capability")) return only;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view name = gpu_of_warning(lines.line());
    if (name.empty() || !is_gpu_name(name)) continue;
    if (!only.empty() && only != name) return "";
    only = name;
  }
  return only;
}

/// The only name in nvidia-smi's lists.
std::string gpu_of_lists(std::string_view text) {
  std::string only;
  for (const auto& [number, gpu] : parse_smi_gpus(text).gpus) {
    if (gpu.name.empty()) continue;
    if (!only.empty() && only != gpu.name) return "";
    only = gpu.name;
  }
  return only;
}

}  // namespace

std::string gpu_named_by_programs(std::string_view text) {
  constexpr std::size_t kMost = std::size_t{4} << 20U;
  constexpr std::array<std::string_view, 4> kMakers{"NVIDIA ", "Tesla ", "GeForce ", "Quadro "};
  text = text.substr(0, kMost);
  if (!core::has_any(text, kMakers)) return "";
  std::string name = gpu_of_lists(text);
  if (name.empty()) name = nccl_tests::common_gpu(nccl_tests::devices_in(text));
  return name.empty() ? gpu_of_warnings(text) : name;
}

namespace {

/// Who names the model of people's words, whose form the matrix may have told.
std::string_view namers(std::string_view said, const catalogue::GpuModel* model,
                        const Table& table) {
  const auto is_bridged = [](const catalogue::GpuModel* one) {
    return one->joining == catalogue::GpuJoining::Bridge;
  };
  const auto models = catalogue::gpu_named(said).models();
  const bool is_by_pairs = model != nullptr && is_bridged(model) && models.size() > 1 &&
                           count_nvlinks(table).is_in_pairs();
  if (!is_by_pairs) return "words beside the matrix name";
  return std::ranges::count_if(models, is_bridged) == 1
             ? "words beside the matrix and its pairs of NVLinks name"
             : "words beside the matrix and its pairs of NVLinks, which another form may have "
               "too, name";
}

}  // namespace

std::optional<core::Device> cpu_named_beside(std::string_view text, const Table& table) {
  const auto said = catalogue::cpu_named_in(text.substr(0, kMostBeside));
  if (!said) return {};
  constexpr std::string_view kX86 = "x86_64";
  const bool is_other_kind = assume_cpu(table, gpu_of(table)).arch != kX86;
  if (is_other_kind && said->cpu.arch == kX86) return {};
  core::Device device;
  // From the name, of which one may stand for several.
  if (said->cpu.family) device.assumed = {"family", "model"};
  device.extra.emplace_back("model_name", core::printable(said->name));
  device.info = said->cpu;
  return device;
}

NamedBeside gpu_named_beside(std::string_view text, const Table& table) {
  const auto devices = nccl_tests::devices_in(text);
  const std::string listed = nccl_tests::common_gpu(devices);
  if (!listed.empty()) {
    const bool has_room = nccl_tests::job_of(devices).gpus_per_host <= count_nvlinks(table).gpus;
    const bool fits = has_room && model_with_links(listed, table) != nullptr;
    return {fits ? listed : "", "the list of devices of nccl-tests names"};
  }
  const std::string warned = gpu_of_warnings(text.substr(0, kMostBeside));
  if (model_with_links(warned, table) != nullptr) return {warned, "a warning of PyTorch names"};
  const std::string said = catalogue::gpu_named_in(text.substr(0, kMostBeside));
  const auto* const model = model_with_links(said, table);
  return {model == nullptr ? "" : std::string(model->name), namers(said, model, table)};
}

bool is_open_name(const Table& table) {
  return is_cut_name(table.gpu_model) && !is_gpu_known(table);
}

namespace {

/// "GeForce RTX 4090" of "NVIDIA GeForce RTX 4090".
std::string_view without_maker(std::string_view name) {
  constexpr std::string_view kMaker = "NVIDIA ";
  return name.starts_with(kMaker) ? name.substr(kMaker.size()) : name;
}

/// Whether the cut name may be that of the model.
bool may_begin(std::string_view cut, std::string_view model) {
  cut = without_maker(cut);
  return without_maker(model).starts_with(core::trimmed(cut.substr(0, cut.find("..."))));
}

}  // namespace

void name_by_others(std::string_view text, const std::string& path, Table& table) {
  const bool is_open = is_open_name(table);
  if ((!table.gpu_model.empty() && !is_open) || table.compute_capability > 0) return;
  NamedBeside named = gpu_named_beside(text, table);
  if (named.model.empty() || (is_open && !may_begin(table.gpu_model, named.model))) return;
  table.notes.push_back(
      {core::Severity::Note, path,
       fmt::format("the GPUs are {}, as {} them", core::in_quotes(named.model), named.by)});
  table.gpu_model = std::move(named.model);
}

void name_cpu_by_words(std::string_view text, const std::string& path, Table& table) {
  if (table.cpu) return;
  table.cpu = cpu_named_beside(text, table);
  if (!table.cpu) return;
  table.notes.push_back({core::Severity::Note, path,
                         fmt::format("the CPU is {}, as words of the text name it",
                                     core::in_quotes(table.cpu->extra.front().second))});
}

void note_nodes_of_sockets(std::string_view text, int counted, const std::string& path,
                           Table& table) {
  std::set<std::string_view> nodes;
  for (const TableDevice& device : table.devices) {
    const auto ids = parse_cpu_list(device.numa_affinity);
    if (device.is_gpu && ids && ids->size() == 1) nodes.insert(device.numa_affinity);
  }
  int sockets = counted;
  if (sockets == 0) {
    const auto said = catalogue::cpu_named_in(text.substr(0, kMostBeside));
    sockets = said ? said->sockets : 0;
  }
  if (sockets == 0 || static_cast<int>(nodes.size()) <= sockets) return;
  table.notes.push_back(
      {core::Severity::Note, path,
       fmt::format("the machine has {}, and its GPUs are on {} NUMA nodes: what stands here as a "
                   "CPU is a NUMA node, and NCCL counts links between sockets between any two",
                   core::counted(sockets, "socket"), nodes.size())});
}

}  // namespace treering::hw::formats::nvidia_smi
