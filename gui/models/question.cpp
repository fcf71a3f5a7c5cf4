#include "gui/models/question.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "gui/models/faults.h"
#include "hw/load_cluster.h"

namespace treering::gui::models {

namespace {

/// One that is added does not compile until it is here, or is left out on purpose: whether nodes
/// may differ is what each request says by itself.
auto parts_of(const app::setup::JobRequest& job) {
  const auto& [topology, nodes_may_differ, nodes, gpus_per_node, devices, adapters, leaves,
               gpus_per_process, nccl, unnamed_nccl, variables] = job;
  const auto& [nics, nic_rate] = adapters;
  const auto& [oversubscription, nodes_per_leaf, node_order] = leaves;
  const auto& [env, env_from_process, left_out] = variables;
  return std::tie(topology, nodes, gpus_per_node, devices, nics, nic_rate, oversubscription,
                  nodes_per_leaf, node_order, gpus_per_process, nccl, unnamed_nccl, env,
                  env_from_process, left_out);
}

/// The size that is asked for, where a sweep by doublings does not have it.
std::vector<std::uint64_t> sizes_besides(const Question& question) {
  constexpr std::uint64_t kFirst = 8;  // app/setup/calls.h
  const std::uint64_t bytes = question.bytes;
  const bool is_in_sweep =
      std::has_single_bit(bytes) && bytes >= kFirst && bytes <= app::setup::kDefaultMaxbytes;
  return is_in_sweep ? std::vector<std::uint64_t>() : std::vector{bytes};
}

bool has_same_time_model(const Question& a, const Question& b) {
  return a.time_model.profile == b.time_model.profile &&
         a.time_model.network == b.time_model.network && a.files.profile == b.files.profile;
}

const sim::Way& way_of(const Question& question, Side side) {
  return side == Side::Rival ? *question.rival : question.shown;
}

/// A contrast follows what is shown.
bool has_same_way(const Question& a, const Question& b, Side side) {
  if (side != Side::Rival) return a.shown == b.shown;
  if (a.rival || b.rival) return a.rival == b.rival;
  if (a.shown == b.shown) return true;
  if (a.shown.algorithm.empty() || b.shown.algorithm.empty()) return false;
  return contrast_to(a.shown.algorithm, a.collective) ==
         contrast_to(b.shown.algorithm, b.collective);
}

}  // namespace

Question with_files_now(Question question) {
  const auto& profile = question.time_model.profile;
  question.files = {};
  if (question.has_topology()) {
    question.files.topology = hw::source_stamps(question.job.topology);
  }
  if (profile) question.files.profile = hw::io::stamps_of({*profile});
  question.files.logs = hw::io::stamps_of(question.logs);
  return question;
}

Question with_inputs_of(const Question& question, Question other, const IsSame& is_same) {
  const Question from = other;
  // One that is added does not compile until it is here, with its files.
  const auto& [job, time_model, collective, bytes, shown, rival, faults, faults_off, groups,
               rival_nccl, logs, files] = question;
  const auto take = [&](auto set) {
    Question changed = from;
    set(changed);
    if (!is_same(changed, from)) set(other);
  };
  take([&](Question& to) { std::tie(to.job, to.files.topology) = std::tie(job, files.topology); });
  take([&](Question& to) {
    std::tie(to.time_model, to.files.profile) = std::tie(time_model, files.profile);
  });
  take([&](Question& to) { to.collective = collective; });
  take([&](Question& to) { to.bytes = bytes; });
  take([&](Question& to) { to.shown = shown; });
  take([&](Question& to) { to.rival = rival; });
  take([&](Question& to) { std::tie(to.faults, to.faults_off) = std::tie(faults, faults_off); });
  take([&](Question& to) { to.groups = groups; });
  take([&](Question& to) { to.rival_nccl = rival_nccl; });
  take([&](Question& to) { std::tie(to.logs, to.files.logs) = std::tie(logs, files.logs); });
  return other;
}

bool depends_on_call(const Question& question, const IsSame& is_same) {
  Question other = question;
  other.collective = question.collective == core::Collective::AllReduce
                         ? core::Collective::AllGather
                         : core::Collective::AllReduce;
  return !is_same(question, other);
}

bool has_same_job(const Question& a, const Question& b) {
  return parts_of(a.job) == parts_of(b.job) && a.files.topology == b.files.topology;
}

bool has_same_times(const Question& a, const Question& b) {
  return has_same_job(a, b) && a.collective == b.collective && has_same_time_model(a, b) &&
         sizes_besides(a) == sizes_besides(b);
}

bool has_same_findings(const Question& a, const Question& b) {
  return has_same_job(a, b) && has_same_time_model(a, b);
}

bool has_same_logs(const Question& a, const Question& b) {
  return a.logs == b.logs && a.files.logs == b.files.logs;
}

bool has_same_check(const Question& a, const Question& b) {
  return has_same_findings(a, b) && has_same_logs(a, b);
}

bool has_same_run(const Question& a, const Question& b, Side side) {
  return has_same_times(a, b) && a.bytes == b.bytes &&
         (side == Side::Healthy || tried_faults(a) == tried_faults(b)) && has_same_way(a, b, side);
}

sim::Way contrast_to(std::string_view algorithm, core::Collective collective) {
  using core::Collective;
  const bool is_tuned = collective <= Collective::Reduce;
  if (!is_tuned) return {.algorithm = algorithm == "p2p" ? "pairwise" : "p2p"};
  const bool has_tree = collective == Collective::AllReduce;
  if (has_tree && algorithm != "Tree") return {.algorithm = "Tree"};
  if (algorithm != "Ring") return {.algorithm = "Ring"};
  const bool has_one_tree = collective == Collective::Broadcast || collective == Collective::Reduce;
  if (has_one_tree) return {.algorithm = "single_tree"};
  return {.algorithm = "ring_unchunked"};  // of all that differ from a ring it runs everywhere
}

app::ShowRequest show_request(const Question& question) {
  return {.job = question.job, .takes_plan_lines = false};
}

app::PredictRequest predict_request(const Question& question) {
  app::PredictRequest request{.job = question.job, .time_model = question.time_model};
  request.job.nodes_may_differ = false;  // as in treering predict
  request.calls.collectives = {question.collective};
  return request;
}

app::PredictRequest times_request(const Question& question) {
  app::PredictRequest request = predict_request(question);
  request.calls.sizes.besides = sizes_besides(question);
  return request;
}

app::DoctorRequest doctor_request(const Question& question) {
  return {question.job, question.time_model};
}

app::CheckRequest check_request(const Question& question) {
  app::CheckRequest request;
  request.files = question.logs;
  request.wanted.unnamed = question.collective;
  request.job = question.job;
  request.job.nodes_may_differ = false;
  request.time_model = question.time_model;
  return request;
}

app::SimulateRequest simulate_request(const Question& question, Side side) {
  app::SimulateRequest request;
  request.job = question.job;
  request.time_model = question.time_model;
  if (side != Side::Healthy) request.faults.words = tried_faults(question);
  request.way = way_of(question, side);
  request.is_recorded = side == Side::Shown || side == Side::Rival;
  request.call.collective = question.collective;
  request.call.bytes = question.bytes;
  return request;
}

app::SimulateGroupsRequest groups_request(const Question& question) {
  app::SimulateGroupsRequest request;
  request.job = question.job;
  request.time_model = question.time_model;
  request.faults.words = tried_faults(question);
  request.way = question.shown;
  request.groups = question.groups;
  request.collective = core::name_of(question.collective);
  request.bytes = std::to_string(question.bytes);
  return request;
}

Question with_asked(Question question, const app::files::Asked& asked) {
  const std::string before = std::exchange(question.job, asked.job).topology;
  if (!question.has_topology()) question.job.topology = before;
  question.time_model = {};
  question.collective = asked.collective.value_or(question.collective);
  const auto& sizes = asked.sizes;
  if (!sizes.empty() && std::ranges::find(sizes, question.bytes) == sizes.end()) {
    question.bytes = sizes.front();
  }
  question.shown = {asked.way.algorithm, asked.way.protocol};
  question.faults = asked.faults;
  question.faults_off.clear();
  question.groups = asked.groups;
  question.logs.clear();
  return question;
}

QString asked_text(const app::files::Asked& asked, const QString& file) {
  QString from = QObject::tr("The question is that of %1 (treering %2).")
                     .arg(file, QString::fromStdString(asked.command));
  QStringList left_out;
  for (const std::string& one : asked.left_out) left_out << QString::fromStdString(one);
  if (left_out.isEmpty()) return from;
  return QObject::tr("%1 Not restored: %2.").arg(from, left_out.join(QStringLiteral("; ")));
}

}  // namespace treering::gui::models
