#include "tests/cli/option_questions.h"

#include <initializer_list>

namespace treering::cli {
namespace {

Effects joined(std::initializer_list<Effects> parts) {
  Effects all;
  for (const Effects& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// What several commands take.

Effects machine() {
  return {{"devices", "--devices 0,1"}, {"nics", "--nics 4"}, {"nic-rate", "--nic-rate 100"}};
}

Effects variables() {
  return {{"nccl", "--nccl 2.12.7"},
          {"env", "--env NCCL_MAX_CTAS=2"},
          {"env-from-process", "--env-from-process"}};
}

Effects job() {
  return joined(
      {{{"nodes", "--nodes 4"}, {"gpus-per-node", "--gpus-per-node 4"}}, machine(), variables()});
}

Effects leaf_switches() {
  return {{"leaf-ratio", "--oversubscription 8", "--oversubscription 1 --nodes-per-leaf 1"},
          {"leaf-nodes", "--nodes-per-leaf 1", "--oversubscription 8 --nodes-per-leaf 2"},
          {"node-order", "--node-order scattered",
           "--nodes 4 --oversubscription 8 --nodes-per-leaf 2"}};
}

Effects calls() {
  return {{"collective", "-c all_gather"},
          {"minbytes", "-b 512M"},
          {"maxbytes", "-e 2G"},
          {"stepfactor", "-f 4", "-e 4G"},
          {"stepbytes", "-i 1G", "-e 4G"},
          {"datatype", "-d int8"},
          {"op", "--op prod"},
          {"algo", "--algo tree"},
          {"proto", "--proto ll"},
          {"model", "--model nccl"},
          {"gpus-per-process", "--gpus-per-process 8", "-b 8 -e 8"}};
}

Effects time_model() {
  return {{"profile", "--profile {}/slow.json"}, {"network", "--network roce"}};
}

Effects output() {
  return {{"output", "-o {}/output"}, {"help", "--help"}};
}

Effects forms() {
  return joined({{{"format", "--format csv"}, {"quiet", "--quiet"}}, output()});
}

Effects text_or_json() {
  return joined({{{"text-or-json", "--format json"}, {"quiet", "--quiet"}}, output()});
}

/// Of measured runs: the rows do not say their job, so that the options do.
Effects runs() {
  return joined({{{"nodes", "--nodes 4"},
                  {"gpus-per-node", "--gpus-per-node 4"},
                  {"gpus-per-process", "--gpus-per-process 8"},
                  {"nccl", "--nccl 2.12.7"},
                  {"env", "--env NCCL_MAX_CTAS=2"},
                  {"measurements", "--measurements tests/data/pages/slow-sweep.csv"},
                  {"id-of-rows", "--id one"}},
                 machine(),
                 time_model()});
}

// No strings, which would not be there yet when tests are registered.
constexpr const char* kRuns = "--measurements {}/plain.csv";

std::string recorded(const std::string& file_and_more) {
  return "--runner replay --measurements tests/data/measured/" + file_and_more;
}

/// What means nothing for a recording, and is named by a note.
Effects of_ranks() {
  return {{"ranks", "--ranks 3"},
          {"bind", "--bind none"},
          {"shaped", "--shaped 1"},
          {"warmups", "--warmups 1"},
          {"timeout", "--timeout 1"}};
}

Question predict() {
  return {"predict", "dgx-h100 --nodes 2 -b 1G -e 1G",
          joined({job(),
                  leaf_switches(),
                  calls(),
                  time_model(),
                  forms(),
                  {{"predicted-collective", "-c all_gather"},
                   {"channels", "--channels 4"},
                   {"groups", "--groups tp=8,dp=2"},
                   {"table", "--table", "-b 8 -e 8G"}}})};
}

Question expect() {
  return {"expect", "dgx-h100 --nodes 2 -b 1G -e 1G",
          joined({job(),
                  leaf_switches(),
                  time_model(),
                  forms(),
                  {{"collective", "-c all_gather"},
                   {"minbytes", "-b 512M"},
                   {"maxbytes", "-e 2G"},
                   {"stepfactor", "-f 4", "-e 4G"},
                   {"stepbytes", "-i 1G", "-e 4G"},
                   {"datatype", "-d int8"},
                   {"op", "--op prod"},
                   {"gpus-per-process", "--gpus-per-process 8", "-b 8 -e 8"},
                   {"floors-to", "--to prometheus"},
                   {"atlas", "--all {}/atlas", {}, Then::Refuses}}})};
}

Question predict_hosts() {
  return {"predict hosts", "--runner mpi --ranks 4 --nic-rate 0.1 -b 1M -e 1M",
          joined({forms(),
                  {{"runner", "--runner gloo"},
                   {"ranks", "--ranks 8"},
                   {"cores", "--cores 1"},
                   {"nic-rate", "--nic-rate 1"},
                   {"collective", "-c all_gather"},
                   {"minbytes", "-b 512K"},
                   {"maxbytes", "-e 2M"},
                   {"stepfactor", "-f 4", "-e 4M"},
                   {"stepbytes", "-i 1M", "-e 4M"},
                   {"datatype", "-d double", "-b 4 -e 4"},
                   {"algo", "--algo ring"},
                   {"profile", "--profile tests/data/pages/hosts-fitted.json"},
                   {"measurements", "--measurements tests/data/measured/shaped-mpi-4.jsonl"}}})};
}

Question explain() {
  return {"explain", "dgx-h100 --nodes 2 -b 1M",
          joined({job(),
                  forms(),
                  {{"one-collective", "-c all_gather"},
                   {"size", "-b 8M"},
                   {"datatype", "-d int8"},
                   {"op", "--op prod"},
                   {"algo", "--algo tree"},
                   {"proto", "--proto ll"}}})};
}

Question simulate() {
  return {"simulate", "dgx-h100 --nodes 2",
          joined({job(),
                  leaf_switches(),
                  time_model(),
                  forms(),
                  {{"gpus-per-process", "--gpus-per-process 8", "-b 8"},
                   {"simulated-collective", "-c all_gather"},
                   {"size", "-b 8M"},
                   {"datatype", "-d int8", "-b 64M"},
                   {"op", "--op prod", "-b 64M"},
                   {"one-algo", "--algo ring"},
                   {"one-proto", "--proto ll"},
                   {"schedule", "--schedule tests/data/schedules/all_reduce_ring.json",
                    "--nodes 1 --gpus-per-node 4"},
                   {"groups", "--groups tp=8,dp=2"},
                   {"start", "--start dp=50us", "--groups tp=8,dp=2"},
                   {"fault", "--fault 0/mlx5_0=0.1", "-b 64M"},
                   {"jitter", "--jitter 50us"},
                   {"seed", "--seed 2", "--jitter 50us"},
                   {"exact", "--exact"},
                   {"critical-path", "--critical-path"},
                   {"links", "--links all"},
                   {"explain-parameters", "--explain-parameters"},
                   {"svg", "--svg {}/run.svg"},
                   {"trace", "--trace {}/run.json"}}})};
}

Question export_settings() {
  return {"export", "dgx-h100 --nodes 2 --to tuner-csv -c all_reduce",
          joined({job(),
                  leaf_switches(),
                  time_model(),
                  output(),
                  {{"to", "--to env --algo tree -b 64K -e 256K"},
                   {"tuned-collective", "-c all_gather"},
                   {"minbytes", "-b 1M"},
                   {"maxbytes", "-e 1M"},
                   {"datatype", "-d int8"},
                   {"op", "--op prod"},
                   {"algo", "--algo tree"},
                   {"proto", "--proto ll"},
                   {"model", "--model nccl"}}})};
}

Question export_hosts() {
  return {"export hosts", "--runner mpi --ranks 4 --nic-rate 0.1 --to openmpi-rules -c broadcast",
          joined({output(),
                  {{"to", "--to openmpi-env -b 1M -e 1M"},
                   {"runner", "--runner gloo", {}, Then::Refuses},
                   {"ranks", "--ranks 32"},
                   {"cores", "--cores 1"},
                   {"nic-rate", "--nic-rate 100"},
                   {"collective", "-c reduce"},
                   {"minbytes", "-b 1M"},
                   {"maxbytes", "-e 64K"},
                   {"datatype", "-d double", "-b 4 -e 4"},
                   {"algo", "--algo pipeline"},
                   {"profile", "--profile tests/data/pages/hosts-fitted.json"},
                   {"measurements",
                    "--measurements tests/data/measured/shaped-mpi-4.jsonl -c all_reduce"}}})};
}

Question show() {
  return {"show", "dgx-h100 --nodes 2 --graphs --connections",
          joined({job(), forms(), {{"tree", "--tree"}}})};
}

// What the question above has already, and what stands alone.
Question show_plain() {
  return {"show",
          "dgx-h100",
          {{"graphs", "--graphs"}, {"connections", "--connections"}, {"svg", "--svg {}/m.svg"}}};
}

Question convert() {
  return {"convert",
          "dgx-h100 -",
          {{"to-format", "--to nccl-xml", "--to json"}, {"nics", "--nics 4"}, {"help", "-h"}}};
}

Question discover() {
  return {"discover", "--replay {}/machine",
          joined({text_or_json(),
                  {{"replay", "--replay {}/other"},
                   {"record", "--record {}/copy", {}, Then::Says},
                   {"anonymise", "--anonymise --record {}/anonymous", {}, Then::Says},
                   {"fabric", "--fabric", {}, Then::Refuses}}})};
}

Question doctor() {
  return {"doctor", "dgx-h100 --nodes 2 --env NCCL_IB_HCA==mlx5_0",
          joined({job(),
                  time_model(),
                  output(),
                  {{"quiet", "--quiet"},
                   {"verbose", "--verbose"},
                   {"fix", "--fix"},
                   {"doctor-format", "--format markdown"}}})};
}

Question diff() {
  return {"diff", "dgx-h100 dgx-a100", text_or_json()};
}

Question fleet() {
  return {"fleet", "tests/data/pages/fleet", joined({time_model(), text_or_json()})};
}

Question list() {
  return {"list", "protocols", joined({output(), {{"format", "--format csv"}}})};
}

Question import() {
  return {"import", "tests/data/pages/unchecked.log -c all_gather",
          joined({forms(), {{"collective-of-rows", "-c alltoall"}, {"id", "--id x"}}})};
}

Question import_rows() {
  return {"import", "tests/data/pages/one-row.csv", {{"nodes-of-rows", "--nodes 2"}}};
}

Question check() {
  return {"check", "{}/plain.csv --topology dgx-h100 --nodes 2",
          joined({machine(),
                  variables(),
                  leaf_switches(),
                  time_model(),
                  output(),
                  {{"quiet", "--quiet"},
                   {"check-format", "--format markdown"},
                   {"topology", "--topology dgx-h200 --gpus-per-node 4"},
                   {"nodes-of-run", "--nodes 4"},
                   {"gpus-per-node-of-run", "--gpus-per-node 4"},
                   {"gpus-per-process", "--gpus-per-process 8"},
                   {"collective-of-run", "-c all_gather"},
                   {"id-of-rows", "--id one"}}})};
}

Question check_floors() {
  return {"check",
          "{}/plain.csv -c all_reduce --floors tests/data/pages/floors.csv",
          {{"floors", "--floors tests/data/pages/lower-floors.csv"},
           {"junit", "--junit {}/floors.xml"}}};
}

Question check_hosts() {
  return {"check hosts", "tests/data/measured/shaped-mpi-4.jsonl --topology hosts --nic-rate 0.1",
          joined({forms(),
                  {{"nic-rate", "--nic-rate 0.2"},
                   {"topology", "--topology dgx-h100", {}, Then::Refuses}}})};
}

Question calibrate() {
  return {"calibrate", std::string("dgx-h100 --nodes 2 ") + kRuns,
          joined({runs(), output(), {{"anchor", "--anchor"}, {"quiet", "--quiet"}}})};
}

const char* const kSystems =
    "--measurements tests/data/pages/dgx-a100.csv --systems tests/data/pages/systems.csv";

Question calibrate_systems() {
  return {"calibrate", kSystems, {{"systems", "--systems {}/other-systems.csv"}}};
}

Question calibrate_log() {
  return {"calibrate",
          "dgx-h100 --measurements tests/data/pages/unchecked.log -c all_gather",
          {{"collective-of-rows", "-c alltoall"}}};
}

Question calibrate_hosts() {
  return {"calibrate hosts", "--measurements tests/data/measured/shaped-mpi-4.jsonl --nic-rate 0.1",
          joined({output(),
                  {{"measurements", "--measurements tests/data/measured/slow-link-mpi-4.jsonl"},
                   {"nic-rate", "--nic-rate 0.2"},
                   {"profile", "--profile tests/data/pages/hosts-fitted.json"},
                   {"quiet", "--quiet"}}})};
}

Question validate() {
  return {"validate", std::string("dgx-h100 --nodes 2 ") + kRuns,
          joined({runs(), forms(), {{"event", "--event"}}})};
}

Question validate_log() {
  return {"validate",
          "dgx-h100 --measurements tests/data/pages/unchecked.log -c all_gather",
          {{"collective-of-rows", "-c alltoall"}}};
}

Question validate_systems() {
  return {"validate",
          kSystems,
          {{"cross-validate", "--cross-validate"}, {"systems", "--systems {}/other-systems.csv"}}};
}

Question validate_hosts() {
  return {"validate hosts", "--measurements tests/data/measured/shaped-mpi-4.jsonl --nic-rate 0.1",
          joined({forms(),
                  {{"measurements", "--measurements tests/data/measured/slow-link-mpi-4.jsonl"},
                   {"nic-rate", "--nic-rate 0.2"},
                   {"profile", "--profile tests/data/pages/hosts-fitted.json"}}})};
}

Question report() {
  return {"report", "dgx-h100 --nodes 2 -b 1G -e 1G",
          joined({job(),
                  leaf_switches(),
                  calls(),
                  time_model(),
                  {{"measurements", kRuns},
                   {"id-of-rows", "--id one", kRuns},
                   {"beside", "--compare tests/data/pages/before.csv tests/data/pages/after.csv"},
                   {"report-format", "--format csv"},
                   {"output", "-o {}/report.html"},
                   {"help", "--help"}}})};
}

Question measure() {
  return {"measure",
          recorded("shaped-mpi-4.jsonl -c all_reduce --algo ring -b 1M -e 1M --samples 6"),
          joined({of_ranks(),
                  {{"collective", "-c all_gather"},
                   {"minbytes", "-b 64K"},
                   {"measured-maxbytes", "-e 4M"},
                   {"stepfactor", "-f 4", "-b 64K"},
                   {"stepbytes", "-i 256K", "-b 64K"},
                   {"measured-algo", "--algo default"},
                   {"launches", "--launches 2"},
                   {"samples", "--samples 12"},
                   {"order-seed", "--seed 2", "-b 64K --algo all"},
                   {"resume", "--resume", "-o {}/resumed.jsonl", Then::Says},
                   {"retry-failed", "--retry-failed", "--algo nosuch -o {}/failed.jsonl --resume",
                    Then::Says},
                   {"results", "-o {}/results.jsonl"},
                   {"format", "--format csv"},
                   {"quiet", "--quiet"},
                   {"help", "--help"}}})};
}

constexpr const char* kGpuRun = "h200-shared-nccl-4.jsonl -c all_reduce -b 1M -e 1M";

Question measure_others() {
  return {"measure",
          recorded(kGpuRun) + " --samples 6",
          {{"measured-proto", "--proto simple"},
           {"measured-channels", "--channels 4", {}, Then::Refuses},
           {"datatype", "-d int32", {}, Then::Refuses},
           {"op", "--op prod", {}, Then::Refuses},
           {"in-place", "--in-place", {}, Then::Refuses},
           {"cold", "--cold", {}, Then::Refuses},
           {"pairs", "--pairs", {}, Then::Refuses},
           {"runner", "--runner mpi", {}, Then::Refuses},
           {"recording", "--measurements tests/data/pages/run.log", {}, Then::Refuses},
           {"compare", "--compare", {}, Then::Refuses}}};
}

Question tune() {
  return {"tune", recorded("grid-all-reduce-mpi-4.jsonl"),
          joined({of_ranks(),
                  {{"collective", "-c all_gather", {}, Then::Refuses},
                   {"minbytes", "-b 64K"},
                   {"measured-maxbytes", "-e 64K"},
                   {"stepfactor", "-f 16", "-b 4K -e 1M"},
                   {"stepbytes", "-i 60K", "-b 4K -e 1M"},
                   {"datatype", "-d int32", {}, Then::Refuses},
                   {"op", "--op prod", {}, Then::Refuses},
                   {"tuned-algo", "--algo ring"},
                   {"in-place", "--in-place", {}, Then::Refuses},
                   {"cold", "--cold", {}, Then::Refuses},
                   {"budget", "--budget 5"},
                   {"tuned-launches", "--launches 2"},
                   {"samples", "--samples 12"},
                   {"order-seed", "--seed 2"},
                   {"recording", "--measurements tests/data/pages/run.log", {}, Then::Refuses},
                   {"runner", "--runner mpi", {}, Then::Refuses},
                   {"nic-rate", "--nic-rate 10"},
                   {"results", "-o {}/tuned.jsonl"},
                   {"page", "--report {}/tuned.html"},
                   {"tuned-settings", "--settings {}/rules.conf"},
                   {"tuned-to", "--to openmpi-env", "--settings {}/rules.conf"},
                   {"format", "--format csv"},
                   {"quiet", "--quiet"},
                   {"help", "--help"}}})};
}

Question tune_gpus() {
  return {"tune",
          "dgx-h100 --nodes 4 --gpus-per-node 1 " +
              recorded("h200-shared-nccl-4.jsonl -c all_reduce --launches 2 --budget 10"),
          {{"nodes", "--nodes 2", {}, Then::Refuses},
           {"gpus-per-node", "--gpus-per-node 2", {}, Then::Refuses},
           {"devices", "--devices 1", {}, Then::Refuses},
           {"nics", "--nics 1"},
           {"nccl", "--nccl 2.12.7"},
           {"env", "--env NCCL_MAX_CTAS=2"},
           {"env-from-process", "--env-from-process"},
           {"profile", "--profile {}/slow.json"},
           {"network", "--network tcp"},
           {"measured-proto", "--proto simple"},
           {"measured-channels", "--channels 4", {}, Then::Refuses},
           {"knobs", "--knobs"}}};
}

}  // namespace

const std::vector<Question>& option_questions() {
  static const std::vector<Question> kQuestions{predict(),
                                                predict_hosts(),
                                                expect(),
                                                explain(),
                                                simulate(),
                                                export_settings(),
                                                export_hosts(),
                                                show(),
                                                show_plain(),
                                                convert(),
                                                discover(),
                                                doctor(),
                                                diff(),
                                                fleet(),
                                                list(),
                                                import(),
                                                import_rows(),
                                                check(),
                                                check_floors(),
                                                check_hosts(),
                                                calibrate(),
                                                calibrate_systems(),
                                                calibrate_log(),
                                                calibrate_hosts(),
                                                validate(),
                                                validate_log(),
                                                validate_systems(),
                                                validate_hosts(),
                                                report(),
                                                measure(),
                                                measure_others(),
                                                tune(),
                                                tune_gpus()};
  return kQuestions;
}

}  // namespace treering::cli
