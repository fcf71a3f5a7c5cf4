#include "tuner/runs/other_tools.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "hw/catalogue/named_networks.h"
#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {
namespace {

struct Sign {
  std::string_view mark;  // in its output
  std::string_view name;
  std::string_view says;
  std::string_view hint;
};

constexpr std::string_view kOfPairs = "measures copies between pairs of GPUs, without NCCL";
constexpr std::string_view kDoctor =
    "treering doctor FILE compares them with the links that join the GPUs, where the same file has "
    "nvidia-smi topo -m; for NCCL run all_reduce_perf of nccl-tests and give its table";
constexpr std::string_view kOfPort = "measures one port, without NCCL and mostly without GPUs";
constexpr std::string_view kIbstat =
    "compare its average with the rate of the port that ibstat shows: 90 % or more is normal from "
    "64 KiB on; for NCCL run all_reduce_perf of nccl-tests and give its table";
constexpr std::string_view kOfMpi = "times calls of MPI, which goes other ways than NCCL";
constexpr std::string_view kOfTcp = "measures TCP between hosts, which NCCL uses only over sockets";
constexpr std::string_view kOfHost =
    "measures copies between the memory of the host and a GPU, without NCCL";
constexpr std::string_view kOfState = "shows the state of GPUs, without a time of any call";
constexpr std::string_view kOfPortState = "shows the state of ports, without a time of any call";
constexpr std::string_view kOfGloo = "times calls of Gloo between CPUs";
constexpr std::string_view kOfTraining =
    "records a training as a whole, of which calls of NCCL are only a part";
constexpr std::string_view kOfUcx = "times messages of UCX, without NCCL";
constexpr std::string_view kOfShmem = "times messages of NVSHMEM, without NCCL";
constexpr std::string_view kRunTests = "run all_reduce_perf of nccl-tests and give its table";
constexpr std::string_view kShowState =
    "treering doctor FILE and treering show FILE read it; to judge times, run all_reduce_perf of "
    "nccl-tests and add its table";

// Headings of CUDA's samples, nvbandwidth, perftest, the OSU Micro-Benchmarks, iperf 2 and 3,
// netperf, qperf, Gloo's benchmark, MLPerf's logging, Megatron-LM, DeepSpeed, UCX's and NVSHMEM's
// tests, nvidia-smi, ibstat.
constexpr std::array kSigns{
    Sign{"P2P (Peer-to-Peer) GPU Bandwidth Latency Test", "p2pBandwidthLatencyTest", kOfPairs,
         kDoctor},
    Sign{"P2P Connectivity Matrix", "p2pBandwidthLatencyTest", kOfPairs, kDoctor},
    Sign{"P2P=Enabled Bandwidth", "p2pBandwidthLatencyTest", kOfPairs, kDoctor},
    Sign{"P2P=Disabled Bandwidth", "p2pBandwidthLatencyTest", kOfPairs, kDoctor},
    Sign{"nvbandwidth Version", "nvbandwidth", kOfPairs, kDoctor},
    Sign{"memcpy CE GPU(row)", "nvbandwidth", kOfPairs, kDoctor},
    Sign{"memcpy SM GPU(row)", "nvbandwidth", kOfPairs, kDoctor},
    Sign{"device_to_device_memcpy", "nvbandwidth", kOfPairs, kDoctor},
    Sign{"host_to_device_memcpy", "nvbandwidth", kOfHost, kRunTests},
    Sign{"memcpy CE CPU(row)", "nvbandwidth", kOfHost, kRunTests},
    Sign{"[CUDA Bandwidth Test]", "bandwidthTest", kOfHost, kRunTests},
    Sign{"RDMA_Write BW Test", "ib_write_bw (perftest)", kOfPort, kIbstat},
    Sign{"RDMA_Write Bidirectional BW Test", "ib_write_bw (perftest)", kOfPort, kIbstat},
    Sign{"RDMA_Read BW Test", "ib_read_bw (perftest)", kOfPort, kIbstat},
    Sign{"Send BW Test", "ib_send_bw (perftest)", kOfPort, kIbstat},
    Sign{"RDMA_Write Latency Test", "ib_write_lat (perftest)", kOfPort, kRunTests},
    Sign{"RDMA_Read Latency Test", "ib_read_lat (perftest)", kOfPort, kRunTests},
    Sign{"Send Latency Test", "ib_send_lat (perftest)", kOfPort, kRunTests},
    Sign{"BW average[", "perftest", kOfPort, kIbstat},
    Sign{"t_typical[usec]", "perftest", kOfPort, kRunTests},
    Sign{"# OSU MPI", "the OSU Micro-Benchmarks", kOfMpi, kRunTests},
    Sign{"OSU MPI-CUDA", "the OSU Micro-Benchmarks", kOfMpi, kRunTests},
    Sign{"iperf3", "iperf3", kOfTcp, kRunTests},
    Sign{"\"nvbandwidth\"", "nvbandwidth", kOfPairs, kDoctor},
    Sign{"\"iperf 3", "iperf3", kOfTcp, kRunTests},
    Sign{"iperf Done", "iperf3", kOfTcp, kRunTests},
    Sign{"[ ID] Interval", "iperf", kOfTcp, kRunTests},
    Sign{"MIGRATED TCP STREAM TEST", "netperf", kOfTcp, kRunTests},
    Sign{"tcp_bw:", "qperf", kOfTcp, kRunTests},
    Sign{"allreduce_ring_chunked", "Gloo's benchmark", kOfGloo, kRunTests},
    Sign{"allreduce_halving_doubling", "Gloo's benchmark", kOfGloo, kRunTests},
    Sign{"allreduce_bcube", "Gloo's benchmark", kOfGloo, kRunTests},
    Sign{":::MLLOG", "MLPerf's logging", kOfTraining, kRunTests},
    Sign{":::MLPv", "MLPerf's logging", kOfTraining, kRunTests},
    Sign{"elapsed time per iteration", "Megatron-LM", kOfTraining, kRunTests},
    Sign{"SamplesPerSec", "DeepSpeed", kOfTraining, kRunTests},
    Sign{"ucx_perftest", "ucx_perftest", kOfUcx, kRunTests},
    Sign{"shmem_put_bw", "NVSHMEM's performance tests", kOfShmem, kRunTests},
    Sign{"| NVIDIA-SMI ", "nvidia-smi", kOfState, kShowState},
    Sign{"CPU Affinity", "nvidia-smi topo -m", kOfState, kShowState},
    Sign{"==NVSMI LOG==", "nvidia-smi -q", kOfState, kShowState},
    Sign{"Port GUID:", "ibstat", kOfPortState, kRunTests},
    Sign{"node_guid:", "ibv_devinfo", kOfPortState, kRunTests},
};

struct PerftestAverage {
  double gbit_per_s = 0;  // 0: there is no row
  std::uint64_t bytes = 0;
  bool is_both_ways = false;
};

/// The average of the last row.
PerftestAverage average_of_perftest(std::string_view text) {
  constexpr std::size_t kAverage = 3;  // #bytes #iterations peak average
  double gbit_per_unit = 0;
  PerftestAverage found;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = lines.line();
    if (line.find("BW average[Gb/sec]") != std::string_view::npos) gbit_per_unit = 1;
    // perftest counts 2^20 bytes as one MB (perftest_parameters.c, MEGA).
    if (line.find("BW average[MB/sec]") != std::string_view::npos) gbit_per_unit = 8 * 1.048576e-3;
    if (line.find("Bidirectional BW Test") != std::string_view::npos) found.is_both_ways = true;
    const auto words = words_of(line);
    if (gbit_per_unit == 0 || words.size() <= kAverage || !whole_number(words[0]) ||
        !whole_number(words[1])) {
      continue;
    }
    const auto average = parse_figure(words[kAverage]);
    if (!average || average->value <= 0) continue;
    found.gbit_per_s = average->value * gbit_per_unit;
    found.bytes = *whole_number(words[0]);
  }
  return found;
}

/// Gbit/s of the port: "Rate: 100" of ibstat, "Speed: 100000Mb/s" of ethtool, else what words name;
/// 0 where there is none, or several.
double port_rate_in(std::string_view text) {
  double found = 0;
  bool is_one = true;
  const auto take = [&](double gbit) {
    is_one = is_one && (found == 0 || found == gbit);
    found = gbit;
  };
  for (core::LineReader lines(text); lines.next();) {
    const auto words = words_of(lines.line());
    if (words.size() != 2) continue;
    if (words[0] == "Rate:") {
      if (const auto rate = whole_number(words[1])) take(static_cast<double>(*rate));
    } else if (words[0] == "Speed:" && words[1].ends_with("Mb/s")) {
      constexpr double kMega = 1e-3;
      const auto rate = whole_number(words[1].substr(0, words[1].find('M')));
      if (rate) take(static_cast<double>(*rate) * kMega);
    }
  }
  if (found > 0) return is_one ? found : 0;
  const auto named = hw::catalogue::network_named_in(text);
  return named ? named->gbit_per_s : 0;
}

/// ", 92 % of the port's 100 Gbit/s, which is normal"; empty where the rate is unknown, or small
/// messages do not fill a port.
std::string share_of_port(const PerftestAverage& average, double port) {
  constexpr std::uint64_t kFills = 65536;
  if (port <= 0 || average.bytes < kFills) return "";
  const double share = average.gbit_per_s / port / (average.is_both_ways ? 2 : 1);
  // RoCE's frames have 82 bytes beside the data, 20 of them between two frames: 7 % at an MTU of
  // 1024, 2 % at 4096. InfiniBand's have fewer.
  constexpr double kNormal = 0.88;
  constexpr double kLow = 0.8;
  constexpr double kMost = 1.05;
  if (share > kMost) return "";  // of another port
  const std::string_view meaning = share >= kNormal ? "which is normal"
                                   : share >= kLow  ? "which is a little low"
                                                    : "which is too slow for it";
  return fmt::format(", {:.0f} % of the port's {:g} Gbit/s{}, {}", 100 * share, port,
                     average.is_both_ways ? " each way" : "", meaning);
}

/// "388.2 Gbit/s on average at 65536 bytes"; empty where perftest printed no row.
std::string perftest_text(std::string_view text) {
  const PerftestAverage average = average_of_perftest(text);
  if (average.gbit_per_s <= 0) return "";
  return fmt::format("{:.4g} Gbit/s on average at {} bytes{}", average.gbit_per_s, average.bytes,
                     share_of_port(average, port_rate_in(text)));
}

}  // namespace

std::optional<OtherTool> other_tool_of(std::string_view text) {
  for (const Sign& sign : kSigns) {
    if (core::find_part(text, sign.mark) == std::string_view::npos) continue;
    const std::string average = perftest_text(text);
    return OtherTool{std::string(sign.name),
                     std::string(sign.says) + (average.empty() ? "" : ": " + average),
                     std::string(sign.hint)};
  }
  return std::nullopt;
}

}  // namespace treering::tuner::runs
