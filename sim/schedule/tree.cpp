#include "sim/schedule/tree.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/assert.h"
#include "core/compact_sequences.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {
namespace {

bool goes_up(Goal goal) {
  return goal != Goal::Broadcast && goal != Goal::AllGather;
}

bool goes_down(Goal goal) {
  return goal != Goal::Reduce && goal != Goal::ReduceScatter;
}

/// Streams 2 m and 2 m + 1 are those of member m, counted through all trees. A root that goes up
/// and down does both in the first.
class TreesSchedule final : public Schedule {
 public:
  explicit TreesSchedule(TreesInput input) : input_(std::move(input)) {
    for (std::size_t tree = 0; tree < input_.work.size(); ++tree) {
      const std::size_t first = first_like(tree);
      like_.push_back(static_cast<int>(first));
      shapes_from_.push_back(first < tree ? shapes_from_[first] : shapes_.size());
      if (first == tree) add_shapes(static_cast<int>(tree));
    }
    shapes_.fit();
  }

  const Contract& contract() const override { return input_.contract; }
  int agents() const override { return input_.agents; }
  int streams() const override { return static_cast<int>(input_.work.size()) * input_.members * 2; }
  int slots() const override { return input_.slots; }

  Stream stream(StreamId id) const override {
    const Place place = place_of(id);
    const Member member = input_.member(place.tree, place.member);
    Stream stream;
    stream.agent = member.agent;
    stream.channel = work_of(place).channel;
    if (!shape_of(id).has_work) return stream;
    stream.steps = loops(work_of(place)) * static_cast<StepIndex>(input_.slicing.count);
    const bool is_root = member.up < 0;
    if (is_up(id)) add_up(place, member, stream);
    if (!is_up(id) || (is_root && turns())) add_down(place, member, stream);
    return stream;
  }

  Connection connection(StreamId sender, int port) const override {
    const Place place = place_of(sender);
    const Member member = input_.member(place.tree, place.member);
    const bool goes_to_parent = is_up(sender) && member.up >= 0;
    const int to = goes_to_parent ? member.up : member.down[static_cast<std::size_t>(port)];
    return {member.agent, input_.member(place.tree, to).agent, work_of(place).channel};
  }

  Step step(StreamId id, StepIndex index) const override {
    const Shape& shape = shape_of(id);
    return {contract().goal == Goal::Barrier ? 0 : range_of(id, index).bytes,
            {0, shape.receives},
            {0, shape.sends},
            shape.takes_own,
            shape.keeps};
  }

  std::vector<Range> data(StreamId id, StepIndex index) const override {
    const Range range = range_of(id, index);
    if (range.bytes == 0) return {};
    return {range};
  }

  bool uses_all_ports() const override { return true; }

  /// Full loops are equal.
  StepIndex repeats(StreamId id, StepIndex from, StepIndex period) const override {
    const TreeWork& work = work_of(place_of(id));
    const auto slices = static_cast<StepIndex>(input_.slicing.count);
    if (period % slices != 0) return 0;
    return left(work.work.bytes / loop_bytes(work) * slices, from + period);
  }

  Copies copies() const override {
    if (input_.like.empty()) return {};
    Copies copies{2 * input_.members, {}, like_};
    for (const TreeWork& work : input_.work) copies.channels.push_back(work.channel);
    return copies;
  }

  std::uint64_t kind(StreamId id) const override {
    const Shape& shape = shape_of(id);
    if (!shape.has_work) return 0;
    const TreeWork& work = work_of(place_of(id));
    const bool moves = contract().goal != Goal::Barrier;
    return hash_of({static_cast<std::uint64_t>(shape.receives),
                    static_cast<std::uint64_t>(shape.sends), loops(work),
                    moves ? work.work.chunk_bytes : 0, moves ? last_chunk(work) : 0});
  }

 private:
  struct Place {
    int tree = 0;
    int member = 0;
  };

  /// What every step of a stream does.
  struct Shape {
    int receives = 0;
    int sends = 0;
    bool takes_own = false;
    bool keeps = false;
    bool has_work = false;
    bool operator==(const Shape&) const = default;
  };
  struct HashOfShape {
    std::size_t operator()(const Shape& shape) const {
      return hash_of(
          {static_cast<std::uint64_t>(shape.receives), static_cast<std::uint64_t>(shape.sends),
           static_cast<std::uint64_t>(shape.takes_own), static_cast<std::uint64_t>(shape.keeps),
           static_cast<std::uint64_t>(shape.has_work)});
    }
  };

  /// Of trees with the same members, one whose chunks are as long.
  std::size_t first_like(std::size_t tree) const {
    if (input_.like.empty()) return tree;
    const auto lengths = [&](std::size_t one) {
      const TreeWork& work = input_.work[one];
      return std::tuple(input_.like[one], loops(work), work.work.chunk_bytes, last_chunk(work));
    };
    for (std::size_t one = 0; one < tree; ++one) {
      const bool is_first = like_[one] == static_cast<int>(one);
      if (is_first && lengths(one) == lengths(tree)) return one;
    }
    return tree;
  }

  void add_shapes(int tree) {
    for (int i = 0; i < input_.members; ++i) {
      const Member member = input_.member(tree, i);
      shapes_.push_back(shape_up(member));
      shapes_.push_back(shape_down(member));
    }
  }

  static bool is_up(StreamId id) { return id % 2 == 0; }
  bool turns() const { return goes_up(contract().goal) && goes_down(contract().goal); }

  Shape shape_up(const Member& member) const {
    if (!goes_up(contract().goal)) return {};
    const auto children = static_cast<int>(member.down.size());
    if (member.up >= 0) return {children, 1, member.gives, false, true};
    if (children == 0) return {};  // a rank alone
    return {children, turns() ? children : 0, member.gives, member.gets, true};
  }

  Shape shape_down(const Member& member) const {
    if (!goes_down(contract().goal)) return {};
    const auto children = static_cast<int>(member.down.size());
    if (member.up >= 0) return {1, children, false, member.gets, true};
    if (turns() || children == 0) return {};
    return {0, children, true, false, true};
  }

  const Shape& shape_of(StreamId id) const {
    const auto in_tree = static_cast<std::size_t>(id % (2 * input_.members));
    return shapes_[shapes_from_[static_cast<std::size_t>(place_of(id).tree)] + in_tree];
  }
  Place place_of(StreamId id) const { return {id / 2 / input_.members, id / 2 % input_.members}; }
  const TreeWork& work_of(const Place& place) const {
    return input_.work[static_cast<std::size_t>(place.tree)];
  }
  StreamId up_of(int tree, int member) const { return 2 * (tree * input_.members + member); }
  StreamId down_of(int tree, int member) const { return up_of(tree, member) + 1; }

  /// A member's number among its parent's children.
  static int number_of(const Place& place, const Member& parent) {
    return static_cast<int>(std::ranges::find(parent.down, place.member) - parent.down.begin());
  }

  void add_up(const Place& place, const Member& member, Stream& stream) const {
    for (const int child : member.down) {
      stream.receives.push_back({up_of(place.tree, child), 0});
    }
    if (member.up < 0) return;
    const int number = number_of(place, input_.member(place.tree, member.up));
    stream.sends.push_back({up_of(place.tree, member.up), number});
  }

  void add_down(const Place& place, const Member& member, Stream& stream) const {
    if (member.up >= 0) {
      const Member parent = input_.member(place.tree, member.up);
      const bool is_turn = parent.up < 0 && turns();
      const StreamId source =
          is_turn ? up_of(place.tree, member.up) : down_of(place.tree, member.up);
      stream.receives.push_back({source, number_of(place, parent)});
    }
    for (const int child : member.down) {
      stream.sends.push_back({down_of(place.tree, child), 0});
    }
  }

  static std::uint64_t loop_bytes(const TreeWork& work) {
    return work.work.chunk_bytes * static_cast<std::uint64_t>(work.parts);
  }
  static StepIndex loops(const TreeWork& work) {
    return ceil_div(work.work.bytes, loop_bytes(work));
  }

  static std::uint64_t last_chunk(const TreeWork& work) {
    const StepIndex count = loops(work);
    if (count == 0) return 0;
    return chunk_of(work.work, {count - 1, work.part, work.parts}, work.chunk_grain).bytes;
  }

  Range range_of(StreamId id, StepIndex index) const {
    const TreeWork& work = work_of(place_of(id));
    const auto slices = static_cast<StepIndex>(input_.slicing.count);
    const Range chunk =
        chunk_of(work.work, {index / slices, work.part, work.parts}, work.chunk_grain);
    return slice_of(chunk, input_.slicing, static_cast<int>(index % slices));
  }

  TreesInput input_;
  std::vector<int> like_;                       // by tree: the first that is like it
  std::vector<std::size_t> shapes_from_;        // by tree: where its streams' are
  core::FewValues<Shape, HashOfShape> shapes_;  // of trees that are not like an earlier one
};

}  // namespace

bool trees_serve(Goal goal) {
  return is_common(goal);
}

std::unique_ptr<Schedule> trees_schedule(TreesInput input) {
  TREERING_ASSERT(trees_serve(input.contract.goal), "trees serve the collective");
  return std::make_unique<TreesSchedule>(std::move(input));
}

Member rank_member(int rank, int up, std::vector<int> down) {
  std::erase(down, -1);
  return {rank, up, std::move(down)};
}

HeapPlace heap_place(int place, int places, int root) {
  const int number = (place - root + places) % places;
  HeapPlace result;
  if (number > 0) result.up = ((number - 1) / 2 + root) % places;
  for (const int child : {2 * number + 1, 2 * number + 2}) {
    if (child < places) result.down.push_back((child + root) % places);
  }
  return result;
}

}  // namespace treering::sim::schedule
