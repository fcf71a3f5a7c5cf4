#include "tuner/runs/other_tools.h"

#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {
namespace {

struct Sign {
  std::string_view mark;  // in its output
  std::string_view name;
  std::string_view says;
  std::string_view hint;
};

constexpr std::string_view kOfPairs = "copies between pairs of GPUs, without NCCL";
constexpr std::string_view kDoctor =
    "treering doctor FILE lays them beside the links that join the GPUs, where the same file has "
    "nvidia-smi topo -m";
constexpr std::string_view kOfPort = "one port, without NCCL and mostly without GPUs";
constexpr std::string_view kIbstat =
    "lay its average beside the rate of the port, which ibstat shows; how fast NCCL is says "
    "all_reduce_perf of nccl-tests";
constexpr std::string_view kOfMpi = "calls of MPI, which goes other ways than NCCL";
constexpr std::string_view kOfTcp = "TCP between hosts, which NCCL uses over sockets alone";
constexpr std::string_view kRunTests = "how fast NCCL is says all_reduce_perf of nccl-tests";

// Headings of CUDA's samples, nvbandwidth, perftest, the OSU Micro-Benchmarks, iperf 2 and 3.
constexpr std::array kSigns{
    Sign{"P2P (Peer-to-Peer) GPU Bandwidth Latency Test", "p2pBandwidthLatencyTest", kOfPairs,
         kDoctor},
    Sign{"P2P Connectivity Matrix", "p2pBandwidthLatencyTest", kOfPairs, kDoctor},
    Sign{"P2P=Enabled Bandwidth", "p2pBandwidthLatencyTest", kOfPairs, kDoctor},
    Sign{"nvbandwidth Version", "nvbandwidth", kOfPairs, kDoctor},
    Sign{"memcpy CE GPU(row)", "nvbandwidth", kOfPairs, kDoctor},
    Sign{"RDMA_Write BW Test", "ib_write_bw (perftest)", kOfPort, kIbstat},
    Sign{"RDMA_Read BW Test", "ib_read_bw (perftest)", kOfPort, kIbstat},
    Sign{"Send BW Test", "ib_send_bw (perftest)", kOfPort, kIbstat},
    Sign{"RDMA_Write Latency Test", "ib_write_lat (perftest)", kOfPort, kRunTests},
    Sign{"BW average[", "perftest", kOfPort, kIbstat},
    Sign{"# OSU MPI", "the OSU Micro-Benchmarks", kOfMpi, kRunTests},
    Sign{"iperf3", "iperf3", kOfTcp, kRunTests},
    Sign{"[ ID] Interval", "iperf", kOfTcp, kRunTests},
};

/// "388.2 Gbit/s on average at 65536 bytes" of the last row of perftest; empty where it has none.
std::string average_of_perftest(std::string_view text) {
  constexpr std::size_t kAverage = 3;  // #bytes #iterations peak average
  double gbit_per_unit = 0;
  std::string found;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = lines.line();
    if (line.find("BW average[Gb/sec]") != std::string_view::npos) gbit_per_unit = 1;
    // perftest counts 2^20 bytes as one MB (perftest_parameters.c, MEGA).
    if (line.find("BW average[MB/sec]") != std::string_view::npos) gbit_per_unit = 8 * 1.048576e-3;
    const auto words = words_of(line);
    if (gbit_per_unit == 0 || words.size() <= kAverage || !whole_number(words[0]) ||
        !whole_number(words[1])) {
      continue;
    }
    const auto average = parse_figure(words[kAverage]);
    if (!average || average->value <= 0) continue;
    found = fmt::format("{:.4g} Gbit/s on average at {} bytes", average->value * gbit_per_unit,
                        words[0]);
  }
  return found;
}

}  // namespace

std::optional<OtherTool> other_tool_of(std::string_view text) {
  for (const Sign& sign : kSigns) {
    if (core::find_part(text, sign.mark) == std::string_view::npos) continue;
    const std::string average = average_of_perftest(text);
    return OtherTool{std::string(sign.name),
                     std::string(sign.says) + (average.empty() ? "" : ": " + average),
                     std::string(sign.hint)};
  }
  return std::nullopt;
}

}  // namespace treering::tuner::runs
