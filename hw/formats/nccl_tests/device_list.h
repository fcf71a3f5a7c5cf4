// The GPUs of a run as nccl-tests lists them under "Using devices": which rank has which GPU of
// which host.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treering::hw::formats::nccl_tests {

struct ListedDevice {
  int rank = 0;
  int group = 0;  // of NCCL_TESTS_SPLIT: a communicator of its own
  std::string host;
  std::string gpu;     // the driver's name; empty where the line is cut
  int device = -1;     // CUDA's number on its host; -1 where the line is cut
  std::string bus_id;  // "0x1b" or "0000:1b:00"; empty where the line is cut
  int pid = -1;        // of its process; -1 where the line has none
  bool operator==(const ListedDevice&) const = default;
};

/// The device of "#  Rank  0 Group  0 Pid 880 on host device  0 [0xa4] NVIDIA A100"; nothing for
/// other lines.
std::optional<ListedDevice> read_device(std::string_view line);

/// All of them in a text, in its order.
std::vector<ListedDevice> devices_in(std::string_view text);

/// The model of all of them, but for names that are cut off; empty where they differ, or there is
/// none.
std::string common_gpu(const std::vector<ListedDevice>& devices);

/// The ranks of a job, and the hosts that they are on.
struct ListedJob {
  int ranks = 0;
  int hosts = 0;              // 0: unknown
  int gpus_per_host = 0;      // 0: unknown, or hosts differ
  bool is_concluded = false;  // from a list with gaps
  bool operator==(const ListedJob&) const = default;
};

/// The job of the first communicator in a list. Of a list with gaps, as people shorten it with
/// "...": a process has the GPUs of its host in order (nccl-tests, src/common.cu: device = local
/// rank x GPUs of a process + i), so that rank - device is the first rank of its host. Where all
/// lines agree on hosts of equal size, of which the last ends with the last rank, that is the job;
/// else only its ranks are known. \pre the list is not empty
ListedJob job_of(const std::vector<ListedDevice>& devices);

}  // namespace treering::hw::formats::nccl_tests
