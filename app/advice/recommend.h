// What to use for calls of a size in place of NCCL's own choice, if anything, and why: drawn from
// the rows of a prediction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/predict.h"
#include "core/call.h"
#include "core/units.h"

namespace treering::app::advice {

/// How sure a gain is if the errors of both times had nothing in common. They have much in common
/// (launch, links, network), so the truth is surer than this.
struct Confidence {
  double low = 1;     // 80 % of gains lie
  double high = 1;    // between these
  double chance = 1;  // that it is a gain at all
  bool operator==(const Confidence&) const = default;
};

/// With less of a chance that it is a gain, one should measure before setting it.
inline constexpr double kSureEnough = 0.9;

/// Of calls of one size.
struct Recommended {
  sim::Prediction usual;                 // NCCL's own choice
  sim::Prediction advised;               // the same, unless the fastest gains enough
  std::optional<sim::Prediction> rival;  // the fastest of the other algorithms, else protocols
  double gain = 1;                       // of the advised: how many times as fast as the usual
  std::optional<Confidence> confidence;  // nothing where nothing is gained, or without intervals

  bool is_usual() const { return usual.way.has_names_of(advised.way); }
  bool is_doubtful() const { return confidence && confidence->chance < kSureEnough; }
};

/// Nothing where NCCL has no choice, is limited to one by NCCL_ALGO or NCCL_PROTO, there are no
/// times, or the machine is a guess. \param asked one of the sizes asked for
std::optional<Recommended> recommended(const PredictReport& report, core::Collective collective,
                                       core::Bytes asked);

/// Sizes with the same choices: from the first of the report on that has them up to the next range,
/// whatever lies between sizes of the report.
struct RecommendedRange {
  core::Bytes first, last;  // sizes of the report
  std::string usual;        // "Tree/LL"
  std::string advised;
  double least_gain = 1;
  double greatest_gain = 1;
  std::optional<core::Bytes> below{};  // the first of the next range; nothing: there is none
  bool operator==(const RecommendedRange&) const = default;

  bool is_usual() const { return usual == advised; }
  bool has(core::Bytes size) const { return first <= size && (!below || size < *below); }
};

std::vector<RecommendedRange> recommended_ranges(const PredictReport& report,
                                                 core::Collective collective);

/// The advice at one size, and over all.
struct RecommendedOverSizes {
  std::optional<Recommended> asked;  // at the size that is asked for; nothing: none is
  Recommended most;                  // at the size that gains most, the largest of equals
  std::vector<RecommendedRange> ranges;

  /// Whether NCCL's own choice is right at every size.
  bool is_usual() const { return most.is_usual(); }
  /// The size that more is said about.
  const Recommended& one() const { return asked ? *asked : most; }
};

/// Nothing where there is no recommendation at the size that is asked for, or at none.
std::optional<RecommendedOverSizes> recommended_over_sizes(const PredictReport& report,
                                                           core::Collective collective,
                                                           std::optional<core::Bytes> asked = {});

/// Two neighbouring sizes of the report with different fastest candidates: the change lies between.
struct Crossover {
  core::Bytes before;
  core::Bytes after;
  std::string from;  // "Tree/LL"
  std::string to;
  bool operator==(const Crossover&) const = default;
};

std::vector<Crossover> crossovers(const PredictReport& report, core::Collective collective);

/// Parts of one kind of two times.
struct SharePair {
  std::string kind;  // "hops inside nodes"
  core::Duration first, second;
  bool operator==(const SharePair&) const = default;
};

/// The parts of both, in the order of the first; those that are less than 4 % of the longer
/// time are one part, the last.
std::vector<SharePair> compared_shares(const sim::Estimate& first, const sim::Estimate& second);

/// The parts of one kind that make one of two times longer.
struct SlowerPart {
  sim::TimeShare slower;
  sim::TimeShare faster;  // without a name where the faster has none of that kind
  bool operator==(const SlowerPart&) const = default;
};

/// The part of the slower time that exceeds the same part of the faster most. Nothing where none is
/// longer, or the model names no parts.
std::optional<SlowerPart> slower_part(const sim::Estimate& slower, const sim::Estimate& faster);

}  // namespace treering::app::advice
