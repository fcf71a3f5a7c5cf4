#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/setup/guesses.h"
#include "app/setup/plan.h"
#include "core/text/field.h"
#include "core/topology/cluster.h"
#include "core/units.h"
#include "hw/load_cluster.h"
#include "report/heading.h"
#include "report/issue/issue.h"
#include "report/machine_names.h"

namespace treering::report::issue {
namespace {

using app::setup::Setup;
using document::Section;

/// Names, values, and where each was read.
class ReadTable {
 public:
  void add(std::string what, std::string value, std::string from) {
    if (!value.empty()) {
      table_.rows.push_back({std::move(what), std::move(value), std::move(from)});
    }
  }
  void add(std::string what, const std::optional<core::Figure<std::string>>& figure) {
    if (figure) add(std::move(what), figure->value, figure->origin.source);
  }
  document::Table take() { return std::move(table_); }

 private:
  document::Table table_{"", {{"what", false}, {"value", false}, {"read from", false}}, {}};
};

/// The name of its format; of what is no file, how the machine is known.
std::string form_of_source(const Setup& job) {
  if (job.format.empty()) return "in a format that is not named";
  if (job.format == hw::kLiveTopology) return "this machine, as treering discovers it";
  return job.format == "built-in" ? "a built-in machine" : job.format;
}

void add_host(const core::HostState& host, ReadTable& table) {
  table.add("NCCL", host.nccl_version);
  table.add("driver", host.driver_version);
  table.add("kernel", host.kernel);
  table.add("machine by its firmware", host.machine);
  table.add("hypervisor", host.hypervisor);
  table.add("container", host.container);
  table.add("NCCL's topology file", host.topology_file);
  for (const core::NcclPlugin& plugin : host.plugins) {
    table.add(fmt::format("{} plugin", plugin.kind), plugin.name, plugin.origin.source);
  }
  for (const core::NcclVariable& variable : host.variables) {
    table.add("variable", fmt::format("{}={}", variable.name, variable.value),
              variable.origin.source);
  }
}

/// Variables of the job that its source does not have.
void add_given(const Setup& job, ReadTable& table) {
  for (const auto& given : job.variables) {
    const bool is_known = std::ranges::any_of(
        job.host.variables, [&](const auto& one) { return one.name == given.name; });
    if (is_known) continue;
    const bool is_option = given.origin == sim::job::Origin::Option;
    table.add("variable", fmt::format("{}={}", given.name, given.value),
              is_option ? core::field("env") : "the process");
  }
}

}  // namespace

Section machine_section(const Setup& job, int gpus) {
  const core::Topology& node = job.cluster.node;
  Section section{"machine", "The machine and its job", {}};
  document::Facts facts;
  const auto add = [&](const char* name, const std::string& text) {
    if (!text.empty()) facts.items.push_back({name, text});
  };
  add("machine", fmt::format("{}, fingerprint {}", node.name(), node.fingerprint()));
  add("job", app::setup::shape_text({job.job.nodes, gpus}, job.job.nodes));
  add("GPUs of a node", gpus_text(node));
  add("network of a node", adapters_text(node));
  add("fabric", core::fabric_text(job.cluster.fabric));
  add("order of nodes", core::order_text(job.cluster));
  add("adapters by hand", job.nics);
  add("NCCL that treering follows", job.job.nccl_version);
  add("settings that it follows", app::setup::variables_text(job.variables));
  section.blocks.emplace_back(std::move(facts));
  return section;
}

Section read_section(const Setup& job, const std::vector<app::ReadFile>& measured) {
  ReadTable table;
  table.add(measured.empty() ? "source" : "machine", form_of_source(job), job.source);
  for (const app::ReadFile& one : measured) {
    table.add("measurements",
              fmt::format("{}, as {}", core::counted(one.rows, "row"),
                          one.format.empty() ? "results" : one.format),
              one.file);
  }
  add_host(job.host, table);
  add_given(job, table);
  Section section{"read", "What was read, and where", {}};
  section.blocks.emplace_back(table.take());
  return section;
}

Section notes_section(const std::vector<std::string>& notes) {
  return {"notes", "Notes", {document::items_of(notes)}};
}

Section again_section(const document::DocumentContext& context) {
  Section section{"again", "To repeat it", {}};
  for (const document::Command& command : context.commands) {
    section.blocks.emplace_back(document::Code{command.what, command.line + "\n"});
  }
  return section;
}

}  // namespace treering::report::issue
