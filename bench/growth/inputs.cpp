#include "bench/growth/inputs.h"

#include <array>
#include <cstdint>
#include <string>

#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include "tests/support/subnet_text.h"

namespace treering::bench {
namespace {

constexpr std::array<std::string_view, 4> kWays{"", "ring", "recursive_doubling", "nonoverlapping"};
constexpr std::array<std::array<std::string_view, 2>, 4> kPairs{
    {{"", ""}, {"Ring", "Simple"}, {"Tree", "Simple"}, {"Ring", "LL128"}}};
// So few that 100,000 results stay below the largest file that is read, 64 MiB.
constexpr std::size_t kSamples = 16;
constexpr std::uint64_t kStep = 1024;

/// From 0 to 1, as if by chance (Knuth, "The Art of Computer Programming", volume 2, 3.3.4: the
/// multiplier of MMIX).
double noise(std::uint64_t seed) {
  std::uint64_t value = seed * 6364136223846793005U + 1442695040888963407U;
  value ^= value >> 29U;
  value *= 6364136223846793005U;
  constexpr unsigned kDropped = 11;  // a double has 53 bits
  return static_cast<double>(value >> kDropped) * 0x1p-53;
}

double time_us(std::uint64_t bytes, std::uint64_t seed) {
  constexpr double kLatencyUs = 20;
  constexpr double kBytesPerUs = 2e5;
  constexpr double kSpread = 0.1;
  return (kLatencyUs + static_cast<double>(bytes) / kBytesPerUs) * (1 + kSpread * noise(seed));
}

/// "20.00 0.05 0.10 0": time, algbw, busbw of 32 ranks, wrong elements.
std::string figures(std::uint64_t bytes, double us) {
  constexpr double kBytesPerUsPerGbPerS = 1e3;
  constexpr double kBusFactor = 2.0 * 31 / 32;
  const double algbw = static_cast<double>(bytes) / us / kBytesPerUsPerGbPerS;
  return fmt::format("{:.2f} {:.2f} {:.2f} 0", us, algbw, algbw * kBusFactor);
}

struct Result {
  std::uint64_t bytes = 0;
  std::size_t way = 0;
  std::size_t launch = 0;
  int nodes = 1;
};

void write_result(std::ostream& out, const Result& one) {
  std::array<double, kSamples> samples{};
  for (std::size_t i = 0; i < kSamples; ++i) {
    samples[i] = time_us(one.bytes, one.bytes * 131 + one.way * 17 + one.launch * 7919 + i);
  }
  const std::string_view ran = kWays[one.way].empty() ? "ring" : kWays[one.way];
  fmt::print(
      out,
      R"({{"schema": "treering.measurement/1", "runner": "mpi", "collective": "all_reduce", )"
      R"("bytes": {}, "datatype": "float", "redop": "sum", "algorithm": "{}", "ranks": 4, )"
      R"("nodes": {}, "launch": {}, "start": "2026-07-01T{:02}:{:02}:{:02}.000Z", )"
      R"("start_id": "{:016x}", "used": {{"witness": "messages", "algorithms": ["{}"], )"
      R"("messages": 24}}, "samples_us": [{:.3f}], "median_us": {:.3f}, "converged": true, )"
      R"("wrong": 0, "environment": {{"library": "Open MPI 4.1.4", "seed": "1", "cores": "4"}}}})"
      "\n",
      one.bytes, kWays[one.way], one.nodes, one.launch, one.launch / 3600 % 24,
      one.launch / 60 % 60, one.launch % 60, one.launch + 1, ran, fmt::join(samples, ", "),
      samples.front());
}

void write_launches_on(std::ostream& out, std::size_t rows, int nodes) {
  constexpr std::size_t kSizes = 31;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t cell = row % (kSizes * kWays.size());
    write_result(out, {std::uint64_t{8} << (cell / kWays.size()), cell % kWays.size(),
                       row / (kSizes * kWays.size()), nodes});
  }
}

void write_sizes_on(std::ostream& out, std::size_t rows, int nodes) {
  constexpr std::size_t kLaunches = 5;
  const std::size_t sizes = (rows + kLaunches * kWays.size() - 1) / (kLaunches * kWays.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t cell = row % (sizes * kWays.size());
    write_result(out, {kStep * (1 + cell / kWays.size()), cell % kWays.size(),
                       row / (sizes * kWays.size()), nodes});
  }
}

/// \param bytes of a number: calls have 4 ways each
void write_csv_of(std::ostream& out, std::size_t rows, std::uint64_t (*bytes_of)(std::size_t)) {
  out << "id,collective,nodes,gpus_per_node,algo_forced,proto_forced,size_bytes,time_us_oop\n";
  for (std::size_t row = 0; row < rows; ++row) {
    const auto& [algorithm, protocol] = kPairs[row % kPairs.size()];
    const std::uint64_t bytes = bytes_of(row / kPairs.size());
    fmt::print(out, "x,all_reduce,4,8,{},{},{},{:.2f}\n", algorithm, protocol, bytes,
               time_us(bytes, row));
  }
}

}  // namespace

void write_csv(std::ostream& out, std::size_t rows) {
  write_csv_of(out, rows, [](std::size_t number) { return kStep * (1 + number); });
}

void write_csv_of_few_sizes(std::ostream& out, std::size_t rows) {
  constexpr std::size_t kSizes = 31;
  write_csv_of(out, rows, [](std::size_t number) { return std::uint64_t{8} << (number % kSizes); });
}

void write_nccl_tests_text(std::ostream& out, std::size_t rows) {
  out << "# nccl-tests version 2.17.6 nccl-headers=22809 nccl-library=22809\n"
         "# Collective test starting: all_reduce_perf\n"
         "# nThread 1 nGpus 8 minBytes 8 maxBytes 64 step: 2(factor)\n# Using devices\n";
  for (int rank = 0; rank < 32; ++rank) {
    fmt::print(out, "#  Rank {:2} Group  0 Pid {:5} on  node{:02} device {:2} [0x1b] NVIDIA H100\n",
               rank, 100 + rank / 8, rank / 8, rank % 8);
  }
  out << "# size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n";
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint64_t bytes = kStep * (1 + row);
    fmt::print(out, "{} {} float sum -1 {} {}\n", bytes, bytes / 4,
               figures(bytes, time_us(bytes, row)), figures(bytes, time_us(bytes, row + 1)));
  }
}

void write_nccl_tests_json(std::ostream& out, std::size_t rows) {
  out << R"({"version": 3, "args": ["all_reduce_perf"], "nccl_version": 22809, )"
         R"("config": {"nthreads": 1, "ngpus": 8, "devices": [)";
  for (int node = 0; node < 4; ++node) {
    fmt::print(out, R"({}{{"rank": {}, "hostname": "node{}", "device_info": "NVIDIA H100"}})",
               node == 0 ? "" : ", ", 8 * node, node);
  }
  out << "]}, \"results\": [";
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint64_t bytes = kStep * (1 + row);
    fmt::print(
        out,
        "{}\n"
        R"({{"size": {}, "count": {}, "type": "float", "redop": "sum", "out_of_place": )"
        R"({{"time": {:.6f}, "nwrong": 0.0}}, "in_place": {{"time": {:.6f}, "nwrong": 0.0}}}})",
        row == 0 ? "" : ",", bytes, bytes / 4, time_us(bytes, row), time_us(bytes, row + 1));
  }
  out << "]}\n";
}

void write_launches(std::ostream& out, std::size_t rows) {
  write_launches_on(out, rows, 1);
}

void write_launches_over_links(std::ostream& out, std::size_t rows) {
  write_launches_on(out, rows, 4);
}

void write_sizes(std::ostream& out, std::size_t rows) {
  write_sizes_on(out, rows, 1);
}

void write_sizes_over_links(std::ostream& out, std::size_t rows) {
  write_sizes_on(out, rows, 4);
}

void write_nccl_log(std::ostream& out, std::size_t rows) {
  constexpr std::size_t kRanks = 8;
  for (std::size_t rank = 0; rank < kRanks; ++rank) {
    fmt::print(out,
               "box:880:{} [{}] NCCL INFO comm 0x{:x} rank {} nranks 8 cudaDev {} nvmlDev {} "
               "busId {:x}000 commId 0xab - Init START\n",
               887 + rank, rank, 0x55 + rank, rank, rank, rank, 0xa4 + rank);
  }
  for (std::size_t row = kRanks; row < rows; ++row) {
    const std::size_t rank = row % kRanks;
    fmt::print(out, "box:880:{} [{}] NCCL INFO Channel {:02}/0 : {}[{}] -> {}[{}] via P2P/CUMEM\n",
               887 + rank, rank, row / kRanks % 24, rank, rank, (rank + 1) % kRanks,
               (rank + 1) % kRanks);
  }
}

void write_fabric(std::ostream& out, std::size_t rows) {
  constexpr int kHostsOfALeaf = 25;
  constexpr int kLeavesOfAPod = 20;
  const int pods = static_cast<int>(rows) / (kHostsOfALeaf * kLeavesOfAPod);
  out << test::subnet_text({{kHostsOfALeaf, kLeavesOfAPod, pods}, {1, 10, 20}, {1, 1, 1}});
}

}  // namespace treering::bench
