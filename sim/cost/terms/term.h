// A term of a call's time.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "sim/cost/terms/quantity.h"
#include "sim/estimates/estimate.h"

namespace treering::sim::cost::terms {

// A call's time as a sum of terms that name what they depend on, so that one description gives the
// time, its breakdown, its uncertainty and the derivatives that a fit needs.
//
//   time    = (host^a + kernel^a)^(1/a)        submitting the next call overlaps with this one
//   kernel  = sum of latency terms + fill inside + fill between + pipeline
//   fill    = (sum of terms^b)^(1/b)           the slowest that the first chunk passes, smoothed
//   pipeline = (chain^b + buffers^b + sum of transfer terms^b)^(1/b)        likewise
//   chain   = sum of its terms + (sum of sending terms^b)^(1/b)
//   buffers = sum of its terms
//   term    = amount x product of `times` / product of `per`

enum class Part {
  Host,
  Latency,      // before and after all else
  FillInside,   // the first chunk's way, until the pipeline runs: over hops inside nodes,
  FillBetween,  // and between them
  Chain,        // of steps each of which waits for the one before it
  Sending,      // the network's part of these: the slowest that their messages pass
  Buffers,      // of messages that wait until a buffer is free
  Transfer,     // of one resource, which moves data all the time
};

/// Up to five factors.
struct Factors {
  std::array<Quantity, 5> list{};
  int count = 0;

  Factors() = default;
  /// \pre five at most
  Factors(std::initializer_list<Quantity> quantities) : count(static_cast<int>(quantities.size())) {
    std::copy(quantities.begin(), quantities.end(), list.begin());
  }

  /// \pre fewer than five so far
  void add(Quantity quantity) { list.at(static_cast<std::size_t>(count++)) = quantity; }

  const Quantity* begin() const { return list.data(); }
  const Quantity* end() const { return list.data() + count; }
};

struct Term {
  Part part = Part::Latency;
  estimates::PartName what;
  double amount = 0;  // us, or us x GB/s where `per` holds a rate
  Factors times;
  Factors per;
  double wire_us = 0;        // what the wires take for it at their full rate: no call is faster
  double wire_gb_per_s = 0;  // that rate; 0 where no wire's rate is known
  double wire_bytes = 0;     // that the wires carry; 0 where these are no wires
  const char* because = "";  // why they are more than a ring's, where they are
  bool is_before_messages = false;  // passes before the first one, as the kernel's start does
};

using Terms = std::vector<Term>;

}  // namespace treering::sim::cost::terms
