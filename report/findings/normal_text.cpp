#include "report/findings/normal_text.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/guesses.h"
#include "core/units.h"
#include "report/display.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/prediction/ceiling_text.h"
#include "report/prediction/port_text.h"
#include "report/remarks.h"

namespace treering::report::findings {
namespace {

using app::MeasuredLoss;
using app::PublishedBeside;
using tuner::reference::PublishedRun;

std::string rate(core::Bandwidth busbw) {
  return significant(busbw.in_gb_per_s());
}

/// "45 %", "0.3 %".
std::string percent(double share) {
  const double percents = 100 * share;
  return percents < 1 ? fmt::format("{:.1g} %", percents) : fmt::format("{:.0f} %", percents);
}

/// "Ring/Simple at 8 GiB".
std::string call_text(const MeasuredLoss& loss) {
  const auto& ceiling = loss.ceiling;
  return fmt::format("{}{} at {}", core::name_of(loss.collective),
                     ceiling.way.algorithm.empty() ? "" : " by " + text_of(ceiling.way),
                     core::format_size(ceiling.bytes));
}

/// Figures of one collective and size by runs of one kind.
struct PublishedGroup {
  PublishedBeside first;
  core::Bandwidth least, greatest;
  std::size_t runs = 0;
};

bool are_alike(const PublishedBeside& one, const PublishedBeside& other) {
  const PublishedRun& run = one.figure.run;
  const PublishedRun& beside = other.figure.run;
  return one.figure.collective == other.figure.collective &&
         one.figure.bytes == other.figure.bytes && run.network == beside.network &&
         run.kernels == beside.kernels && run.way == beside.way &&
         run.is_nvidias() == beside.is_nvidias();
}

std::vector<PublishedGroup> groups_of(const std::vector<PublishedBeside>& published) {
  std::vector<PublishedGroup> groups;
  for (const PublishedBeside& one : published) {
    const core::Bandwidth busbw = one.figure.busbw;
    const auto group = std::ranges::find_if(
        groups, [&](const PublishedGroup& known) { return are_alike(known.first, one); });
    if (group == groups.end()) {
      groups.push_back({one, busbw, busbw, 1});
      continue;
    }
    group->least = std::min(group->least, busbw);
    group->greatest = std::max(group->greatest, busbw);
    ++group->runs;
  }
  return groups;
}

std::string kernels_text(const PublishedRun& run) {
  return run.kernels == "ce" ? "copy engines" : run.kernels + " kernels";
}

/// ", forced to Ring"; empty where NCCL chose.
std::string forced_suffix(const PublishedRun& run) {
  if (!run.is_forced()) return "";
  const bool has_both = !run.way.algorithm.empty() && !run.way.protocol.empty();
  return ", forced to " + run.way.algorithm + (has_both ? "/" : "") + run.way.protocol;
}

/// "NVIDIA's reference", "NVIDIA's, symmetric kernels", "3 runs over EFA", "1 run".
std::string runs_text(const PublishedGroup& group) {
  const PublishedRun& run = group.first.figure.run;
  if (run.is_nvidias()) {
    return run.kernels == "legacy" ? run_text(run) : "NVIDIA's, " + kernels_text(run);
  }
  return core::counted(group.runs, "run") + (run.network.empty() ? "" : " over " + run.network) +
         forced_suffix(run);
}

std::string published_table(const std::vector<PublishedBeside>& published, std::size_t width) {
  using core::Align;
  const auto has_first = [&](const PublishedBeside& one) {
    return one.figure.collective == published.front().figure.collective;
  };
  const int collective_rank = std::ranges::all_of(published, has_first) ? 1 : 0;
  FittedTable table({{{"collective", Align::Left}, collective_rank},
                     {{"size"}},
                     {{"published"}},
                     {{"80 % here"}},
                     {{"measured"}, 2},
                     {{"by", Align::Left}}});
  for (const PublishedGroup& group : groups_of(published)) {
    const PublishedBeside& one = group.first;
    table.add_row({std::string(core::name_of(one.figure.collective)),
                   core::format_size(one.figure.bytes),
                   group.least == group.greatest ? rate(group.least)
                                                 : rate(group.least) + ".." + rate(group.greatest),
                   band_text(one), measured_beside(one), runs_text(group)});
  }
  const std::string left_out = table.fit(width - 2);
  return marked(table.heading("") + table.body(), "# ") + left_out_line(left_out, width);
}

std::string sources_text(const std::vector<PublishedBeside>& published, std::size_t width) {
  std::set<std::string> sources;
  for (const PublishedBeside& one : published) {
    sources.insert(one.figure.run.repository());
  }
  return remark(fmt::format("Sources, each whole in JSON: {}.", fmt::join(sources, ", ")), 0,
                width);
}

std::string sentence_line(const std::string& sentence, std::size_t width) {
  return sentence.empty() ? "" : remark(sentence, 0, width);
}

std::string latency_sentence(const MeasuredLoss& loss) {
  return fmt::format(
      "{} is next to all latency, which rates of links do not explain; it took {:.2f} times as "
      "long as expected.",
      call_text(loss), loss.ceiling.steps.back().busbw / loss.measured);
}

std::string losses_text(const std::vector<MeasuredLoss>& losses, std::size_t width) {
  std::string text;
  for (const MeasuredLoss& loss : losses) {
    if (!has_steps(loss)) {
      text += "#\n" + remark(loss_sentence(loss), 0, width);
      continue;
    }
    text +=
        "#\n" + remark(fmt::format("busbw of {}, in GB/s, from the wires down:", call_text(loss)),
                       0, width);
    for (const LossLine& line : loss_lines(loss)) {
      text += led_remark(fmt::format("  {:>6}  ", bandwidth_figure(line.busbw)), line.text, width);
    }
    text += remark(loss_sentence(loss), 0, width);
    if (const std::string port = port_sentence(loss); !port.empty()) text += remark(port, 0, width);
  }
  return text;
}

}  // namespace

std::vector<LossLine> loss_lines(const MeasuredLoss& loss) {
  std::vector<LossLine> lines;
  for (const auto& line : prediction::ceiling_lines(loss.ceiling, {})) {
    lines.push_back({line.busbw, line.text});
  }
  lines.push_back({loss.measured, fmt::format("measured: {:.0f} % of what is expected",
                                              100 * (loss.measured / lines.back().busbw))});
  return lines;
}

bool has_steps(const MeasuredLoss& loss) {
  return !prediction::is_mostly_latency(loss.ceiling);
}

std::string loss_sentence(const MeasuredLoss& loss) {
  const auto lines = loss_lines(loss);
  if (!has_steps(loss)) return latency_sentence(loss);
  const core::Bandwidth wires = lines.front().busbw;
  const std::string allowed = prediction::allowed_text(loss.ceiling);
  if (loss.measured >= wires) {
    return fmt::format("The run of {} reaches all of {} by this machine's description, or more.",
                       call_text(loss), allowed);
  }
  const std::size_t expected = lines.size() - 2;
  // Of the time that was measured. Times add up where rates do not.
  const auto lost = [&](std::size_t from, std::size_t to) {
    return loss.measured / lines[to].busbw - loss.measured / lines[from].busbw;
  };
  const std::string reached =
      fmt::format("{} reaches {} of {}", call_text(loss), percent(loss.measured / wires), allowed);
  if (loss.measured >= lines[expected].busbw) {
    return fmt::format(
        "{}, no less than is expected. What is lost, {} of its time, other machines lose too.",
        reached, percent(lost(0, lines.size() - 1)));
  }
  std::string text = fmt::format(
      "{}. {} of its time is lost between what is expected and what was measured, on this "
      "machine or in this run",
      reached, percent(lost(expected, expected + 1)));
  if (lost(0, expected) <= 0) return text + ".";
  std::size_t largest = 1;
  for (std::size_t i = 2; i <= expected; ++i) {
    if (lost(i - 1, i) > lost(largest - 1, largest)) largest = i;
  }
  return text + fmt::format(
                    "; {} above the expectation, where other machines lose it too, most "
                    "of it by this: {}.",
                    percent(lost(0, expected)),
                    largest == expected ? "latency and pipeline fill" : lines[largest].text);
}

std::string port_sentence(const MeasuredLoss& loss) {
  if (!loss.port || !has_steps(loss)) return "";
  return fmt::format("Measured at {}: {}.", core::format_size(loss.ceiling.bytes),
                     prediction::port_text(*loss.port, loss.gpus));
}

std::string run_text(const PublishedRun& run) {
  if (!run.is_nvidias()) {
    return (run.network.empty() ? run.name : fmt::format("{} ({})", run.name, run.network)) +
           forced_suffix(run);
  }
  if (run.kernels == "legacy") return "NVIDIA's reference";
  return fmt::format("NVIDIA's reference, registered buffers ({})", kernels_text(run));
}

std::string band_text(const PublishedBeside& beside) {
  return beside.expected ? rate(beside.low) + ".." + rate(beside.high) : "-";
}

std::string measured_beside(const PublishedBeside& beside) {
  if (!beside.measured) return "-";
  const std::string text = rate(*beside.measured);
  return beside.measured_at == beside.figure.bytes
             ? text
             : fmt::format("{} at {}", text, core::format_size(beside.measured_at));
}

std::string published_sentence(const std::vector<PublishedBeside>& published) {
  std::size_t expected = 0;
  std::size_t inside = 0;
  std::size_t beside = 0;
  std::size_t reached = 0;
  for (const PublishedBeside& one : published) {
    if (!one.is_same_network) continue;
    if (one.expected) {
      ++expected;
      if (one.low <= one.figure.busbw && one.figure.busbw <= one.high) ++inside;
    }
    if (one.measured) {
      ++beside;
      if (*one.measured >= one.figure.busbw * 0.95) ++reached;
    }
  }
  if (expected == 0) return "";
  std::string text = fmt::format(
      "{} of {} published figures of this kind of machine and network lie within the 80 % band "
      "that is expected here",
      inside, expected);
  if (beside == 0) return text + ".";
  return text +
         fmt::format("; what was measured here reaches 95 % or more of {} of the {} beside it.",
                     reached, beside);
}

std::string nothing_published_sentence() {
  return "treering knows no published run of NCCL's own choices on so many of these GPUs and "
         "nodes.";
}

std::string normal_text(const app::CheckReport& report, const Display& display) {
  const std::size_t width = display.text_width();
  std::string text;
  if (report.published.empty() && !app::setup::is_guess(report.job)) {
    text += "#\n" + remark("Is that normal? " + nothing_published_sentence(), 0, width);
  }
  if (!report.published.empty()) {
    text += "#\n" +
            remark(
                "Is that normal? Published runs with as many of these GPUs on as many nodes, "
                "busbw in GB/s:",
                0, width) +
            published_table(report.published, width) +
            sentence_line(published_sentence(report.published), width) +
            sources_text(report.published, width);
  }
  return text + losses_text(report.losses, width);
}

}  // namespace treering::report::findings
