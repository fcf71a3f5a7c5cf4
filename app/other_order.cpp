#include "app/other_order.h"

#include <map>

namespace treering::app {
namespace {

/// By collective NCCL's own choice at the largest size, as far as it has a time.
std::map<core::Collective, const sim::Prediction*> last_choices(
    const std::vector<sim::Prediction>& rows) {
  std::map<core::Collective, const sim::Prediction*> last;
  for (const sim::Prediction& row : rows) {
    const bool is_own = row.is_nccl_default || row.way.algorithm.empty();
    if (!is_own || !row.time()) continue;
    const sim::Prediction*& known = last[row.collective];
    if (known == nullptr || row.bytes > known->bytes) known = &row;
  }
  return last;
}

bool may_lose(const setup::Setup& machine) {
  const core::Fabric& fabric = machine.cluster.fabric;
  return fabric.order.kind == core::NodeOrder::Kind::Sorted &&
         !core::leaves_by_node(fabric, machine.job.nodes).empty();
}

}  // namespace

std::optional<OtherOrder> worst_order(const Job& job, const std::vector<sim::Prediction>& rows,
                                      core::DataType type, core::ReduceOp op) {
  if (!may_lose(job.machine)) return std::nullopt;
  const auto scattered = job.alternatives_in(core::NodeOrder::Kind::Scattered, type, op);
  constexpr double kNoticed = 1.005;  // of figures with three digits
  double most = kNoticed;
  std::optional<OtherOrder> worst;
  for (const auto& [collective, row] : last_choices(rows)) {
    const auto all = scattered(collective, row->bytes.count());
    const sim::Alternative* const choice = sim::nccl_choice(all);
    if (choice == nullptr || !choice->estimate || row->time()->in_us() <= 0) continue;
    const double times = choice->estimate->time / *row->time();
    if (times <= most) continue;
    most = times;
    worst = OtherOrder{collective, row->bytes, *row->time(), choice->estimate->time};
  }
  return worst;
}

}  // namespace treering::app
