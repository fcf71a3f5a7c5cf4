// Format "nccl-tests": the output of a measurement, whose list of devices names the GPUs of its
// hosts. What joins them is as nvidia-smi -L leaves it: by the model, assumed and marked.
#include "hw/formats/format.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/result.h"
#include "core/text/quote.h"
#include "core/units.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/nccl_tests/device_list.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats {
namespace {

using nccl_tests::ListedDevice;

/// The GPUs of a host as nvidia-smi -L lists them, so that one reader has one rule for both.
std::string smi_list(int gpus, const std::string& model) {
  std::string text;
  for (int i = 0; i < gpus; ++i) text += fmt::format("GPU {}: {} (UUID: not given)\n", i, model);
  return text;
}

/// The GPUs that the first host is known to have.
int gpus_of_first_host(const std::vector<ListedDevice>& devices) {
  const nccl_tests::ListedJob job = nccl_tests::job_of(devices);
  if (job.gpus_per_host > 0) return job.gpus_per_host;
  int most = 0;
  for (const ListedDevice& device : devices) {
    if (device.host == devices.front().host) most = std::max(most, device.device);
  }
  return most + 1;
}

core::Diagnostic note_on(const std::vector<ListedDevice>& devices, int gpus,
                         const std::string& path) {
  const nccl_tests::ListedJob job = nccl_tests::job_of(devices);
  const std::string hosts =
      job.hosts > 1 ? fmt::format("; the run was on {} hosts", job.hosts) : std::string();
  return {
      core::Severity::Note, path,
      fmt::format("deduced: {} x {} on one host, as the list of devices says{}; the host may have "
                  "more",
                  gpus, core::printable(devices.front().gpu), hosts)};
}

}  // namespace

// Its first line of settings, or the heading of its table (nccl-tests, src/common.cu).
bool is_nccl_tests(std::string_view text) {
  return any_line(head_of(text), [](std::string_view line) {
    const auto has = [line](std::string_view word) {
      return line.find(word) != std::string_view::npos;
    };
    return (has("nThread ") && has(" nGpus ")) ||
           (has(" type ") && has(" algbw ") && has(" busbw ")) ||
           (has(" Rank ") && nccl_tests::read_device(line));
  });
}

core::Result<LoadedCluster> read_nccl_tests(const Source& source, const NodeLoader& /*load_node*/) {
  const auto devices = nccl_tests::devices_in(source.text);
  const std::string model = nccl_tests::common_gpu(devices);
  if (model.empty()) {
    return core::bad_input(
        source.path, "output of nccl-tests without one model of GPU in its list of devices",
        "expected a topology",
        "treering check FILE ⟨topology⟩ MACHINE lays it beside a prediction, treering import reads "
        "it");
  }
  const int gpus = std::min(gpus_of_first_host(devices), core::kMaxGpus);
  auto loaded = nvidia_smi::read_smi_text(smi_list(gpus, model), source.path);
  if (loaded) loaded->notes.insert(loaded->notes.begin(), note_on(devices, gpus, source.path));
  return loaded;
}

}  // namespace treering::hw::formats
