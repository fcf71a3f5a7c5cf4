// The time that no algorithm can beat on given wires: the bytes that must cross a cut over its
// rate.
//
// For every part of the job (a GPU, a node, the nodes under one leaf switch), the bytes that must
// leave and enter it are compared with the rates of its links. S is nccl-tests' size, n the ranks,
// p the parts of a level, r the ranks in the part, s = r / n.
//
//   all_reduce      out and in: S, as the part's data is needed outside and the result inside.
//                   Unless the switch between the parts reduces, the parts together send
//                   2(p-1)S: an element takes p-1 messages until some part knows its sum, and p-1
//                   more until all know it; so the mean part sends 2(p-1)/p S.
//   all_gather      in: what the others own, S(1-s); out: what the part owns, Ss, once.
//   reduce_scatter  out: partial sums of what the others own, S(1-s); in: of its own, Ss.
//   broadcast       in: S, or out: S where the root is.
//   reduce          out: S, or in: S where the root is.
//   alltoall        out and in: each rank has S/n for each of the n-r ranks outside, r(n-r)/n S.
//   gather          in, at the root: S(1-s); out, elsewhere: Ss. scatter the other way round.
//   sendrecv        out and in: S; nccl-tests sends from each rank to the next, so one rank of a
//                   part sends out of it.
//
// All links of a GPU that the job's traffic can use count together (sim/bound/device_rates.h): the
// bound may be unreachable, but no call is faster.
#pragma once

#include <string>
#include <vector>

#include "core/call.h"
#include "core/topology/cluster.h"
#include "core/units.h"
#include "sim/job/job.h"

namespace treering::sim::bound {

/// One part, on one side of a cut. Equal parts are listed once.
struct CutPart {
  int ranks = 1;
  core::Bandwidth out;
  core::Bandwidth in;
  bool has_root = false;  // rank 0, nccl-tests' root
};

/// The parts at one level. Every rank is in one of them.
struct CutLevel {
  std::string name;  // "the links of each GPU"
  int parts = 1;
  core::Bandwidth mean_rate;  // of a part, in the slower direction
  bool switch_reduces = false;
  std::vector<CutPart> distinct;
};

class WireBound {
 public:
  WireBound(const core::Cluster& cluster, const job::JobSpec& job);
  WireBound(std::vector<CutLevel> levels, int ranks);

  /// Zero for one rank.
  core::Duration time(core::Collective collective, core::Bytes bytes) const;

  /// The level that sets the time; nothing for one rank.
  const CutLevel* tightest(core::Collective collective) const;
  /// The rate of the slowest links at that level, or the mean rate of its parts if they set the
  /// bound together.
  core::Bandwidth tightest_rate(core::Collective collective) const;

  const std::vector<CutLevel>& levels() const { return levels_; }

 private:
  std::vector<CutLevel> levels_;
  int ranks_ = 1;
};

}  // namespace treering::sim::bound
