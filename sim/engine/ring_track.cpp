#include "sim/engine/ring_track.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "sim/engine/observer.h"
#include "sim/engine/ticks.h"

namespace treering::sim::engine {
namespace {

using schedule::StepIndex;

/// How long a message takes at a hop.
struct Durations {
  double own_us = 0;      // of the stream that sends
  double network_us = 0;  // of the proxy
  double kept_us = 0;     // of a stream that sends it no further
};

/// A time of the last channel, which is the only one where none differ, or of the first.
enum Bound : std::size_t { Latest, Earliest };

struct Message {
  Durations most;
  Durations least;
  bool is_equal = true;  // it has as many bytes in all channels
};

/// What a step waits for: steps so many rounds back, on the chunk so many further.
struct Lag {
  int rows = 0;
  int chunks = 0;
  bool operator==(const Lag&) const = default;
};

/// A message's place in its connection, as step of the receiver.
struct Room {
  bool is_limited = false;
  Lag lag;
  int slice = 0;
};

/// The times of one round. Blocks in the order in which they wait for each other: the last chunks
/// first.
struct Row {
  std::vector<int> firsts;     // of runs of equal blocks, ascending
  std::vector<double> values;  // of a run's blocks, run by run, chunk by chunk

  void clear() {
    firsts.clear();
    values.clear();
  }
};

class RingRecursion {
 public:
  explicit RingRecursion(const RingTrack& track)
      : track_(track),
        ranks_(static_cast<int>(track.hops.size())),
        blocks_(ranks_ / track.period),
        rounds_(2 * static_cast<StepIndex>(ranks_) - 1),
        bounds_(track.least_bytes ? 2 : 1),
        times_(2 * static_cast<std::size_t>(track.slices) + 1),
        cell_(bounds_ * times_),
        length_(cell_ * static_cast<std::size_t>(track.period)),
        block_(length_),
        begun_(times_),
        seen_(static_cast<std::size_t>(blocks_)) {
    number_hops();
    int most = 0;
    for (const RingHop& one : kinds_) most = std::max(most, one.room);
    rows_.resize(static_cast<std::size_t>(most / track.slices + 3));
  }

  /// Before its first round. False: a step may wait for another of its own round.
  bool begin() {
    for (const RingHop& one : kinds_) {
      if (one.room < 2 * track_.slices || rounds_ * slices() < 2 * room_in(one)) return false;
    }
    start();
    measure();
    return true;
  }

  /// One round more. False: there is none.
  bool go_on() {
    if (is_begun_ && ++round_ == rounds_) {
      round_ = 0;
      if (++loop_ == track_.loops) return false;
      if (loop_ + 1 == track_.loops) measure();
    }
    is_begun_ = true;
    compute_row();
    return true;
  }

  /// After the last round. Nothing: only its bounds are known.
  std::optional<RingTimes> times() const {
    const double us = latest(Latest);
    if (bounds_ > 1 && latest(Earliest) != us) return {};
    return RingTimes{us, computed_};
  }
  double share_done() const {
    return static_cast<double>(loop_ * rounds_ + round_) /
           static_cast<double>(track_.loops * rounds_);
  }

  /// Whether no step's time is known in this round: then none will be.
  bool is_lost() const {
    if (bounds_ == 1) return false;
    const std::vector<double>& values = row_back(0).values;
    for (std::size_t cell = 0; cell < values.size(); cell += cell_) {
      const auto* const ends = values.data() + cell;
      if (std::equal(ends, ends + track_.slices, ends + times_)) return false;
    }
    return true;
  }

 private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  StepIndex slices() const { return static_cast<StepIndex>(track_.slices); }
  static StepIndex room_in(const RingHop& hop) { return static_cast<StepIndex>(hop.room); }

  // Preparation

  void number_hops() {
    std::vector<int> kinds;
    for (const RingHop& hop : track_.hops) {
      const auto found = std::ranges::find(kinds_, hop);
      hop_of_.push_back(static_cast<int>(found - kinds_.begin()));
      if (found == kinds_.end()) kinds_.push_back(hop);
    }
    for (int position = 0; position < ranks_; ++position) {
      const int before = (position + track_.period) % ranks_;
      if (hop_of_[index(position)] != hop_of_[index(before)]) unlike_hops_.push_back(position);
    }
    for (RingHop& hop : kinds_) {
      hop.latency_us = in_ticks(hop.latency_us);
      if (std::ranges::find(rooms_of_, hop.room) == rooms_of_.end()) rooms_of_.push_back(hop.room);
    }
    for (const RingHop& hop : kinds_) {
      const auto found = std::ranges::find(rooms_of_, hop.room);
      room_kind_.push_back(static_cast<std::size_t>(found - rooms_of_.begin()));
    }
  }

  /// Of the loop's messages.
  void measure() {
    std::map<std::vector<Bytes>, int> sizes;
    size_of_.clear();
    messages_.clear();
    unlike_sizes_.clear();
    for (int chunk = 0; chunk < ranks_; ++chunk) {
      const std::vector<Bytes> bytes = bytes_of(chunk);
      const auto [at, is_new] = sizes.try_emplace(bytes, static_cast<int>(sizes.size()));
      if (is_new) add_messages(bytes);
      size_of_.push_back(at->second);
    }
    for (int chunk = 0; chunk < ranks_; ++chunk) {
      const int next = (chunk + track_.period) % ranks_;
      if (size_of_[index(chunk)] != size_of_[index(next)]) unlike_sizes_.push_back(chunk);
    }
  }

  /// Of a message: the most and the fewest.
  using Bytes = std::pair<std::uint64_t, std::uint64_t>;

  std::vector<Bytes> bytes_of(int chunk) const {
    std::vector<Bytes> bytes;
    for (int slice = 0; slice < track_.slices; ++slice) {
      const std::uint64_t most = track_.bytes(loop_, chunk, slice);
      bytes.emplace_back(most, track_.least_bytes ? track_.least_bytes(loop_, chunk, slice) : most);
    }
    return bytes;
  }

  void add_messages(const std::vector<Bytes>& bytes) {
    for (const RingHop& hop : kinds_) {
      RingHop alone = hop;
      (hop.is_posted ? alone.network_rate : alone.rate) = hop.alone_rate;
      for (const auto& [most, least] : bytes) {
        messages_.push_back({durations(hop, most), durations(alone, least), most == least});
      }
    }
  }

  Durations durations(const RingHop& hop, std::uint64_t bytes) const {
    const auto size = static_cast<double>(bytes);
    return {in_ticks(size / hop.rate + (hop.is_posted ? track_.step_us : 0)),
            hop.is_posted ? in_ticks(size / hop.network_rate) : 0,
            in_ticks(track_.step_us + size / hop.local_rate)};
  }

  /// A row before the first: ranks have ended nothing, and begin late.
  void start() {
    Row& row = rows_.back();
    now_ = static_cast<StepIndex>(rows_.size() - 1);
    for (int number = 0; number < blocks_; ++number) {
      std::ranges::fill(block_, 0);
      const int chunk = first_chunk(number);
      for (int i = 0; i < track_.period; ++i) {
        // In this row the rank at a chunk's position has it.
        const double us = track_.start_us.empty() ? 0 : in_ticks(track_.start_us[index(chunk + i)]);
        for (std::size_t bound = 0; bound < bounds_; ++bound) {
          const std::size_t first = cell_ * index(i) + times_ * bound;
          std::fill_n(block_.begin() + static_cast<std::ptrdiff_t>(first), track_.slices, us);
        }
      }
      keep(number, row);
    }
  }

  // Rows

  int first_chunk(int number) const { return (blocks_ - 1 - number) * track_.period; }
  int number_of(int chunk) const { return blocks_ - 1 - chunk / track_.period; }
  const Row& row_back(int rows) const { return rows_[place_of(rows)]; }
  std::size_t place_of(int rows_back) const {
    return static_cast<std::size_t>((now_ - static_cast<StepIndex>(rows_back)) % rows_.size());
  }
  bool is_sent() const { return round_ + 1 < rounds_; }

  /// Where the first round of a loop follows the last of the one before, a rank has two chunks
  /// less.
  Lag own() const { return {1, round_ == 0 && loop_ > 0 ? 2 : 1}; }

  /// The message that has to be received before one more has room.
  Room room_for(int room, int slice) const {
    const StepIndex number = round_ * slices() + static_cast<StepIndex>(slice);
    const auto held = static_cast<StepIndex>(room);
    if (number >= held) {
      const StepIndex message = number - held;
      const auto rounds = static_cast<int>(round_ - message / slices());
      return {true, {rounds - 1, rounds}, static_cast<int>(message % slices())};
    }
    if (loop_ == 0) return {};
    const StepIndex message = number + (rounds_ - 1) * slices() - held;
    const auto rounds = static_cast<int>(round_ + rounds_ - message / slices());
    return {true, {rounds - 1, rounds + 1}, static_cast<int>(message % slices())};
  }

  void compute_row() {
    ++now_;
    set_lags();
    mark_blocks();
    Row& row = rows_[place_of(0)];
    row.clear();
    for (const int number : marked_) {
      compute(number);
      keep(number, row);
    }
    const auto cells = marked_.size() * static_cast<std::size_t>(track_.period);
    if (is_sent()) computed_ += cells * slices();
  }

  void set_lags() {
    rooms_.clear();
    for (const int room : rooms_of_) {
      for (int slice = 0; slice < track_.slices; ++slice) {
        rooms_.push_back(is_sent() ? room_for(room, slice) : Room{});
      }
    }
    lags_.assign({own()});
    if (round_ > 0) lags_.push_back({1, 0});
    for (const Room& one : rooms_) {
      const bool is_known = std::ranges::find(lags_, one.lag) != lags_.end();
      if (one.is_limited && !is_known) lags_.push_back(one.lag);
    }
  }

  /// Those that may differ from the block before: ascending.
  void mark_blocks() {
    marked_.clear();
    mark(0);
    for (const Lag& lag : lags_) {
      const int whole = lag.chunks / track_.period;
      const bool is_across = lag.chunks % track_.period != 0;
      for (const int first : row_back(lag.rows).firsts) {
        mark((first + whole) % blocks_);
        if (is_across) mark((first + whole + 1) % blocks_);
      }
    }
    const auto turned = static_cast<int>((round_ + 1) % static_cast<StepIndex>(ranks_));
    for (const int position : unlike_hops_) {
      mark(number_of((position + ranks_ - turned) % ranks_));
    }
    for (const int chunk : unlike_sizes_) mark(number_of(chunk));
    std::ranges::sort(marked_);
  }

  void mark(int number) {
    if (std::exchange(seen_[index(number)], now_) != now_) marked_.push_back(number);
  }

  /// Adds the block, unless it is as the one before.
  void keep(int number, Row& row) const {
    const auto last = static_cast<std::ptrdiff_t>(row.values.size() - length_);
    if (!row.firsts.empty() &&
        std::equal(block_.begin(), block_.end(), row.values.begin() + last)) {
      return;
    }
    row.firsts.push_back(number);
    row.values.insert(row.values.end(), block_.begin(), block_.end());
  }

  const double* values_of(const Row& row, int number) const {
    const auto after = std::ranges::upper_bound(row.firsts, number);
    return row.values.data() + static_cast<std::size_t>(after - row.firsts.begin() - 1) * length_;
  }

  // Blocks

  /// The cells of a block as far as they are so many chunks from those of the present one.
  struct Window {
    const double* near = nullptr;
    const double* far = nullptr;  // of the block after it
    int offset = 0;
  };

  Window window(const Lag& lag, int number) const {
    const Row& row = row_back(lag.rows);
    const int near = (number - lag.chunks / track_.period % blocks_ + blocks_) % blocks_;
    const int far = (near - 1 + blocks_) % blocks_;
    return {values_of(row, near), values_of(row, far), lag.chunks % track_.period};
  }

  const double* cell(const Window& window, int i) const {
    const int at = i + window.offset;
    return at < track_.period ? window.near + cell_ * index(at)
                              : window.far + cell_ * index(at - track_.period);
  }

  void compute(int number) {
    own_ = window(own(), number);
    if (round_ > 0) arrived_ = window({1, 0}, number);
    room_windows_.clear();
    for (const Room& one : rooms_) {
      room_windows_.push_back(one.is_limited ? window(one.lag, number) : Window{});
    }
    const int chunk = first_chunk(number);
    const auto round = static_cast<int>(round_ % static_cast<StepIndex>(ranks_));
    for (int i = 0; i < track_.period; ++i) {
      const int position = (chunk + i + 1 + round) % ranks_;
      const std::size_t kind = index(hop_of_[index(position)]);
      const auto size = index(size_of_[index(chunk + i)]);
      const Message* const messages =
          messages_.data() + (size * kinds_.size() + kind) * index(track_.slices);
      for (std::size_t bound = 0; bound < bounds_; ++bound) {
        compute_bound(static_cast<Bound>(bound), i, kind, messages);
      }
    }
  }

  /// Ends of the steps, arrivals of what they send, and when the proxy is free.
  void compute_bound(Bound bound, int i, std::size_t kind, const Message* messages) {
    const auto slices = index(track_.slices);
    const RingHop& hop = kinds_[kind];
    const std::size_t offset = times_ * bound;
    const double* const before = cell(own_, i) + offset;
    const double* const arrived = round_ > 0 ? cell(arrived_, i) + offset + slices : nullptr;
    double* const result = block_.data() + cell_ * index(i) + offset;
    double at = before[slices - 1];
    double& free = result[2 * slices];
    free = before[2 * slices];
    for (std::size_t slice = 0; slice < slices; ++slice) {
      if (arrived != nullptr) at = std::max(at, arrived[slice]);
      at = std::max(at, room_at(room_kind_[kind] * slices + slice, i, offset));
      const Durations& own = durations_from(bound, at, messages[slice], begun_[slice]);
      at += is_sent() ? own.own_us : own.kept_us;
      result[slice] = at;
      double sent = at;
      if (hop.is_posted && is_sent()) {
        free = std::max(free, at);
        free += durations_from(bound, free, messages[slice], begun_[slices + slice]).network_us;
        sent = free;
      }
      result[slices + slice] = sent + hop.latency_us;
    }
  }

  /// Of a message from its begin on. A channel is alone, or shorter, only where channels may begin
  /// it at different times, or have different bytes.
  /// \param last when the last channel begins it, which is asked for first
  static const Durations& durations_from(Bound bound, double begin, const Message& message,
                                         double& last) {
    if (bound == Latest) last = begin;
    const bool is_together = message.is_equal && begin == last;
    return bound == Latest || is_together ? message.most : message.least;
  }

  double room_at(std::size_t number, int i, std::size_t offset) const {
    const Room& room = rooms_[number];
    return room.is_limited ? (cell(room_windows_[number], i) + offset)[room.slice] : 0;
  }

  double latest(Bound bound) const {
    const Row& row = row_back(0);
    double us = 0;
    for (std::size_t at = times_ * bound; at < row.values.size(); at += cell_) {
      us = std::max(us, row.values[at + index(track_.slices) - 1]);
    }
    return us;
  }

  const RingTrack& track_;
  int ranks_;
  int blocks_;
  StepIndex rounds_;
  std::size_t bounds_;  // 1: all channels have as much data
  std::size_t times_;   // of a chunk, for each bound
  std::size_t cell_;    // values of a chunk
  std::size_t length_;  // of a block
  std::vector<RingHop> kinds_;
  std::vector<int> hop_of_;             // by position: its kind
  std::vector<int> unlike_hops_;        // positions other than those a period after them
  std::vector<int> rooms_of_;           // of all hops
  std::vector<std::size_t> room_kind_;  // by kind of hop
  std::vector<int> size_of_;            // by chunk
  std::vector<int> unlike_sizes_;       // chunks, likewise
  std::vector<Message> messages_;       // by size, kind of hop, slice
  std::vector<Row> rows_;               // the last ones, again and again
  StepIndex now_ = 0;                   // the row
  StepIndex loop_ = 0;
  StepIndex round_ = 0;
  bool is_begun_ = false;
  std::vector<Room> rooms_;  // by kind of room and slice
  std::vector<Lag> lags_;
  std::vector<double> block_;
  std::vector<double> begun_;    // by the last channel: a chunk's messages, and then their proxies
  std::vector<StepIndex> seen_;  // by block: the row that last marked it
  std::vector<int> marked_;
  Window own_;
  Window arrived_;
  std::vector<Window> room_windows_;  // as rooms_
  std::uint64_t computed_ = 0;
};

}  // namespace

std::optional<RingTimes> times_of(const RingTrack& track, Observer* observer) {
  RingRecursion ring(track);
  if (!ring.begin()) return {};
  std::uint32_t rounds = 0;
  while (ring.go_on()) {
    if (++rounds % GivingUp::kInstants != 0) continue;
    if (ring.is_lost()) return {};
    if (observer == nullptr) continue;
    observer->is_done(ring.share_done());
    if (observer->gives_up()) return {};
  }
  return ring.times();
}

}  // namespace treering::sim::engine
