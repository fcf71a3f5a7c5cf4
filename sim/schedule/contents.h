// Data as verify() sees them: for each byte of the space, the set of ranks whose values are
// combined in it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "sim/schedule/contract.h"

namespace treering::sim::schedule {

/// A set of ranks. Copies share it.
class RankSet {
 public:
  static RankSet of(int rank, int ranks);

  int size() const { return size_; }
  bool has(int rank) const;
  /// The least rank that both have; -1 where they have none.
  int common_with(const RankSet& other) const;
  RankSet with(const RankSet& other) const;
  /// The least rank of `ranks` that it lacks; -1 where it has all.
  int missing(int ranks) const;
  bool operator==(const RankSet& other) const {
    return words_ == other.words_ || *words_ == *other.words_;
  }

 private:
  using Words = std::vector<std::uint64_t>;
  RankSet(Words words, int size)
      : words_(std::make_shared<const Words>(std::move(words))), size_(size) {}

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
