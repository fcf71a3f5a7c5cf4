#include "bench/host_check/sweeps.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "sim/libraries/library.h"
#include "tests/tuner/hosts/checked_rows.h"

namespace treering::tuner::hosts {
namespace {

using core::Collective;
using measure::Configuration;
using sim::hosts::Hosts;

std::vector<Configuration> pairs(int ranks, std::initializer_list<std::uint64_t> sizes) {
  std::vector<Configuration> all;
  for (const std::uint64_t bytes : sizes) {
    for (int from = 0; from < ranks; ++from) {
      for (int to = 0; to < ranks; ++to) {
        if (from == to) continue;
        all.push_back({.call = {.collective = Collective::SendRecv, .bytes = bytes}});
        all.back().pair = measure::Pair{from, to};
      }
    }
  }
  return all;
}

/// By every algorithm of Open MPI whose messages the model knows.
std::vector<Configuration> all_reduces(int ranks) {
  std::vector<Configuration> all;
  for (const auto algorithm :
       sim::libraries::algorithms_of(sim::libraries::Library::OpenMpi, Collective::AllReduce)) {
    for (const std::uint64_t bytes : {1024U, 65536U, 262144U, 1048576U}) {
      if (!sim::hosts::messages_of({Collective::AllReduce, algorithm, bytes / 4, 4}, ranks)) {
        continue;
      }
      all.push_back({.call = {.collective = Collective::AllReduce, .bytes = bytes}});
      all.back().way.algorithm = algorithm;
    }
  }
  return all;
}

std::vector<Configuration> joined(std::vector<Configuration> all,
                                  const std::vector<Configuration>& others) {
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

/// 50 to 500 us, as TCP between hosts and between namespaces of a busy one has it.
double latency_us(stats::Dice& dice) {
  return 50 * std::pow(10, dice.uniform());
}

}  // namespace

std::vector<Sweep> sweeps_of_ranks() {
  std::vector<Sweep> all;
  for (const int ranks : {4, 8}) {
    all.push_back({"pairs, 1 MiB", ranks, pairs(ranks, {1048576})});
    all.push_back({"pairs, 16 KiB to 1 MiB", ranks, pairs(ranks, {16384, 131072, 1048576})});
    all.push_back({"pairs, 128 to 512 KiB", ranks, pairs(ranks, {131072, 262144, 524288})});
    all.push_back({"all_reduce, 1 KiB to 1 MiB", ranks, all_reduces(ranks)});
    all.push_back({"all_reduce, and pairs of 1 MiB", ranks,
                   joined(all_reduces(ranks), pairs(ranks, {1048576}))});
  }
  return all;
}

std::vector<measure::Summary> simulated(const Sweep& sweep, const std::vector<double>& gbit,
                                        double scatter, stats::Dice& dice) {
  Hosts both;
  both.gbit = gbit;
  both.latency_us = latency_us(dice);
  Hosts one_way = both;
  one_way.is_half_duplex = true;
  std::vector<measure::Summary> all;
  for (const Configuration& call : sweep.calls) {
    const double least = time_on(call, both);
    const double most = time_on(call, one_way);
    const double us = least + dice.uniform() * (most - least);
    all.push_back(row(call, us * std::exp(scatter * dice.normal())));
  }
  return all;
}

}  // namespace treering::tuner::hosts
