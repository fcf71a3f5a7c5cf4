// Data as verify() sees them: for each byte of the space, the set of ranks whose values are
// combined in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "sim/schedule/contract.h"

namespace treering::sim::schedule {

/// A set of ranks, never empty. Copies share it. It takes memory for the ranks from its least to
/// its greatest only: of thousands of ranks most sets in a run are of neighbours.
class RankSet {
 public:
  static RankSet of(int rank);

  int size() const { return size_; }
  bool has(int rank) const;
  /// The least rank that both have; -1 where they have none.
  int common_with(const RankSet& other) const;
  RankSet with(const RankSet& other) const;
  /// The least rank of `ranks` that it lacks; -1 where it has all.
  int missing(int ranks) const;
  bool operator==(const RankSet& other) const {
    return words_ == other.words_ || (first_ == other.first_ && *words_ == *other.words_);
  }

 private:
  using Words = std::vector<std::uint64_t>;
  RankSet(std::size_t first, Words words, int size)
      : first_(first), words_(std::make_shared<const Words>(std::move(words))), size_(size) {}

  std::size_t end() const { return first_ + words_->size(); }
  /// 64 ranks; 0 outside.
  std::uint64_t word(std::size_t index) const {
    return index < first_ || index >= end() ? 0 : (*words_)[index - first_];
  }

  std::size_t first_ = 0;  // index of the first word; that and the last have ranks
  std::shared_ptr<const Words> words_;
  int size_ = 0;
};

struct Piece {
  Range range;
  RankSet values;
};

/// In ascending order, without overlap.
using Contents = std::vector<Piece>;

/// Whether a value may be combined with itself: a rank's arrival at a barrier may.
enum class Repeats { Wrong, Harmless };

/// Both of the same bytes, combined. The error is a fragment: "bytes 0 to 63 are missing", "the
/// value of rank 3 is twice in bytes 0 to 63".
tl::expected<Contents, std::string> combined(const Contents& a, const Contents& b,
                                             Repeats repeats = Repeats::Wrong);

/// What an agent has.
class Memory {
 public:
  void put(const Contents& contents);
  /// The error is a fragment that says what is missing.
  tl::expected<Contents, std::string> take(const std::vector<Range>& ranges) const;
  /// All that it has; neighbours with equal values are one piece.
  Contents all() const;

 private:
  void split_at(std::uint64_t place);

  std::map<std::uint64_t, Piece> pieces_;  // by begin
};

/// "bytes 0 to 63".
std::string text_of(const Range& range);

}  // namespace treering::sim::schedule
