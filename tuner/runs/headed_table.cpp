// Tables whose headings say what their columns are (headed_columns.h), with what the lines around
// them say of the job: "---- Performance of all_reduce on 16 devices", "2 nodes with 8 GPUs each",
// torchrun's --nnodes and --nproc_per_node.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/call.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "hw/catalogue/named_machines.h"
#include "tuner/runs/bandwidth_ranks.h"
#include "tuner/runs/collective_of_table.h"
#include "tuner/runs/formats.h"
#include "tuner/runs/headed_columns.h"
#include "tuner/runs/log_lines.h"
#include "tuner/runs/row_collector.h"
#include "tuner/runs/run_facts.h"
#include "tuner/runs/runs.h"
#include "tuner/runs/shell_lines.h"
#include "tuner/runs/version_words.h"

namespace treering::tuner::runs {
namespace {

using Kind = HeadedColumn::Kind;

/// The calls that DeepSpeed's communication logger counted in a training.
constexpr std::string_view kCommsLogger = "Comm. Op";

/// The job that lines around a table name; 0: they do not.
struct WordsOfJob {
  int ranks = 0;
  int nodes = 0;
  int gpus_per_node = 0;
  int gpus = 0;  // of all nodes together, or of each: "2 nodes, 8 GPUs"
};

/// "16" before "devices".
int count_before(const std::vector<std::string_view>& words, std::size_t at) {
  return at == 0 ? 0 : small_number(core::trimmed(words[at - 1], "(,*`[")).value_or(0);
}

bool is_word_of(std::string_view word, std::initializer_list<std::string_view> names) {
  const std::string small = core::lower_case(core::trimmed(word, ".,:;()[]*`|"));
  return std::ranges::find(names, small) != names.end();
}

/// The number of "--nnodes=2", "--nnodes 2", "world_size: 16", "world size 16".
int value_of(const std::vector<std::string_view>& words, std::size_t at, std::string_view name) {
  std::string word = core::lower_case(words[at]);
  std::ranges::replace(word, '-', '_');
  if (!word.starts_with(name)) return 0;
  const std::string_view rest = core::trimmed(std::string_view(word).substr(name.size()), "=:,");
  if (!rest.empty()) return small_number(rest).value_or(0);
  if (at + 1 == words.size()) return 0;
  return small_number(core::trimmed(words[at + 1], "=:,.")).value_or(0);
}

/// "8" of "8x H100" and of "8xH100"; 0 where no GPU follows.
int count_of_named(const std::vector<std::string_view>& words, std::size_t at) {
  const std::string_view word = core::trimmed(words[at], "(,*`[");
  const std::size_t end = std::min(word.find_first_not_of("0123456789"), word.size());
  if (end == 0 || end == word.size() || (word[end] != 'x' && word[end] != 'X')) return 0;
  const std::string_view rest = word.substr(end + 1);
  const std::string_view next = at + 1 < words.size() ? words[at + 1] : "";
  if (hw::catalogue::gpu_named_in(rest.empty() ? next : rest).empty()) return 0;
  return small_number(word.substr(0, end)).value_or(0);
}

void take(int found, int& value) {
  if (found > 0) value = found;
}

void read_words(std::string_view line, WordsOfJob& job) {
  const auto words = words_of(line);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const int before = count_before(words, i);
    const std::string_view next = i + 1 < words.size() ? words[i + 1] : "";
    if (is_word_of(words[i], {"devices", "ranks", "processes"})) take(before, job.ranks);
    if (is_word_of(words[i], {"node", "nodes", "hosts"})) take(before, job.nodes);
    if (is_word_of(words[i], {"gpu", "gpus"})) {
      const bool is_each = is_word_of(next, {"per", "each", "a", "in", "on"});
      take(before, is_each ? job.gpus_per_node : job.gpus);
    }
    take(count_of_named(words, i), job.gpus);
    take(value_of(words, i, "__nnodes"), job.nodes);
    take(value_of(words, i, "__nproc_per_node"), job.gpus_per_node);
    for (const std::string_view name : {"world_size", "worldsize", "nranks", "n_ranks"}) {
      take(value_of(words, i, name), job.ranks);
    }
  }
}

/// All ranks; 0 where words leave them open: of several nodes, "8 GPUs" may be those of each.
int ranks_of(const WordsOfJob& job) {
  constexpr int kMostOfNode = 16;
  if (job.ranks > 0) return job.ranks;
  if (job.gpus_per_node > 0) return job.nodes * job.gpus_per_node;
  return job.nodes < 2 || job.gpus > kMostOfNode ? job.gpus : 0;
}

/// The job of the words, as far as they agree.
void apply(const WordsOfJob& job, Measurement& row) {
  row.ranks = ranks_of(job);
  const bool agree = row.ranks > 0 && job.nodes > 0 && row.ranks % job.nodes == 0 &&
                     (job.gpus_per_node == 0 || job.nodes * job.gpus_per_node == row.ranks);
  if (!agree) return;
  row.nodes = job.nodes;
  row.gpus_per_node = row.ranks / job.nodes;
}

/// Of all_gather and reduce_scatter some print the share of a rank as the size.
bool may_print_shares(core::Collective one) {
  return one == core::Collective::AllGather || one == core::Collective::ReduceScatter ||
         one == core::Collective::AllToAll;
}

/// The size by which the busbw of the row follows from its time: as printed, or that of all ranks.
std::uint64_t whole_size(const Measurement& row, const PlacementFigures& figures) {
  if (row.ranks < 2 || !may_print_shares(row.collective)) return row.bytes;
  if (!figures.time_us || !figures.busbw_gb_per_s || figures.time_us->value <= 0) return row.bytes;
  const double factor = core::bus_factor(row.collective, row.ranks);
  constexpr double kUsPerSecondOfGb = 1e3;
  const double printed = figures.busbw_gb_per_s->value;
  const auto is_near = [&](std::uint64_t bytes) {
    constexpr double kMost = 0.1;  // DeepSpeed prints sizes and times with few digits
    const double busbw =
        static_cast<double>(bytes) / figures.time_us->value / kUsPerSecondOfGb * factor;
    return std::abs(busbw - printed) <= kMost * printed;
  };
  const std::uint64_t all = row.bytes * static_cast<std::uint64_t>(row.ranks);
  return !is_near(row.bytes) && is_near(all) ? all : row.bytes;
}

/// Whether a line is of a program in Python, or names one: PyTorch's, DeepSpeed's, PARAM's.
bool is_line_of_python(std::string_view line) {
  constexpr std::array<std::string_view, 9> kMarks{
      "torch", "Torch", "python", "Python", ".py", "DeepSpeed", "deepspeed", "COMMS-RES", "jax"};
  return core::has_any(line, kMarks);
}

/// Without the host that pdsh and DeepSpeed's launcher put before each line, and marks of quotes:
/// "> x3211c0s37b0n0: 64.0 MB ...".
std::string_view without_host(std::string_view line) {
  constexpr std::size_t kShortest = 4;
  const std::string_view rest = core::trimmed(line, "> \t\r");
  const std::size_t colon = std::min(rest.find(':'), rest.size());
  const std::string_view host = rest.substr(0, colon);
  const bool is_host = colon < rest.size() && host.size() >= kShortest &&
                       host.find_first_of(" |,\t") == std::string_view::npos &&
                       std::ranges::any_of(host, core::is_digit) &&
                       std::ranges::any_of(host, core::is_letter) && !bytes_in(host, 0);
  const bool is_prefix = is_host && (colon + 1 == rest.size() || rest[colon + 1] == ' ');
  return is_prefix ? rest.substr(colon + 1) : line;
}

/// A row as it stands, before the job of all rows is known.
struct HeadedRow {
  ParsedRow parsed;
  std::optional<core::Collective> collective;
  bool has_unit = true;  // of its size
};

class HeadedReader {
 public:
  HeadedReader(const ImportSource& source, const ImportHints& hints)
      : source_(source), hints_(hints) {}

  core::Result<MeasurementSet> read() {
    for (core::LineReader lines(source_.text); lines.next() && !rows_.is_full();) {
      read_line(without_host(lines.line()), static_cast<int>(lines.number()));
    }
    finish_table();
    return std::move(rows_).finish(source_.file);
  }

 private:
  std::string at(int line) const { return fmt::format("{}:{}", source_.file, line); }

  void read_line(std::string_view line, int number) {
    is_of_python_ = is_of_python_ || is_line_of_python(line);
    if (auto heading = heading_in(line)) return begin_table(*std::move(heading), line, number);
    if (heading_ && take_row(line, number)) return;
    // What stands below a table is of the next.
    if (!parsed_.empty() && line.find("erformance of") != std::string_view::npos) finish_table();
    read_shell_line(line);
    read_run_line(line, facts_);
    read_device_line(line, facts_);
    read_words(line, job_);
    read_version(line);
    if (line.find("# OSU ") != std::string_view::npos) {
      is_of_mpi_ = line.find("NCCL") == std::string_view::npos;
    }
    if (const auto named = collectives_named_in(line); named.size() == 1) above_ = named.front();
  }

  /// Titles and commands stand above the rows that they are about.
  void read_shell_line(std::string_view line) {
    std::string title = title_in(line);
    const bool is_command = is_launch(line);
    const bool sets = variables_.read(line);
    if (title.empty() && !is_command && !sets) return;
    finish_table();
    if (!title.empty()) title_ = std::move(title);
    if (!sets && !is_command) return;
    NcclVariables of_command;
    if (is_command) {
      facts_.variables.clear();
      facts_.way = {};
      for (const std::string_view word : words_of(line)) take_assignment(word, of_command);
    }
    take_variables(variables_.all(), facts_);
    take_variables({of_command.begin(), of_command.end()}, facts_);
  }

  /// Why the table below a heading is no run of NCCL that can be judged; empty where it may be.
  std::string refusal(const Heading& heading, std::string_view line) const {
    if (is_of_mpi_) return "a benchmark of OSU that times MPI; expected one of NCCL";
    if (line.find(kCommsLogger) != std::string_view::npos) {
      return "what DeepSpeed's logger counted in a training, where calls also wait for ranks that "
             "come late; expected a run of a benchmark";
    }
    return why_unclear(heading);
  }

  void begin_table(Heading heading, std::string_view line, int number) {
    finish_table();
    heading_.reset();
    std::string refused = refusal(heading, line);
    if (refused.empty()) {
      heading_ = std::move(heading);
    } else {
      rows_.reject(at(number), std::move(refused));
    }
  }

  /// "nccl=2.21.5", "NCCL 2.21.5": where no line of NCCL says it.
  void read_version(std::string_view line) {
    constexpr int kLeastParts = 2;
    if (facts_.nccl_version.empty()) {
      facts_.nccl_version = nccl_version_in_words(line, kLeastParts);
    }
  }

  /// False where the line is no row.
  bool take_row(std::string_view line, int number) {
    const auto cells = cells_of(line, heading_->end);
    const auto size = *heading_->find(Kind::Size);
    if (cells.size() <= size || !bytes_in(cells[size], 1)) return false;
    std::optional<core::Collective> collective;
    if (const auto label = heading_->find(Kind::Label); label && *label < cells.size()) {
      const auto named = collectives_named_in(cells[*label]);
      if (named.size() == 1) collective = named.front();
    }
    const RowHead head{bytes_of(cells), has_unit(cells[size]), collective};
    for (const Kind kind : {Kind::Busbw, Kind::Algbw, Kind::Time}) {
      if (take_columns(kind, cells, head, number)) break;
    }
    return true;
  }

  struct RowHead {
    std::uint64_t bytes = 0;
    bool has_unit = true;
    std::optional<core::Collective> collective;
  };

  /// A row for each collective that columns of that kind name; false where there is no such column.
  bool take_columns(Kind kind, const std::vector<std::string_view>& cells, const RowHead& head,
                    int number) {
    std::vector<std::optional<core::Collective>> done;
    for (const HeadedColumn& column : heading_->columns) {
      if (column.kind != kind || std::ranges::find(done, column.collective) != done.end()) continue;
      done.push_back(column.collective);
      HeadedRow row;
      row.parsed.where = at(number);
      row.parsed.row.line = number;
      row.parsed.row.bytes = head.bytes;
      row.has_unit = head.has_unit;
      row.collective = column.collective ? column.collective : head.collective;
      if (!row.collective) row.collective = above_;
      row.parsed.out_of_place = figures_of(column.collective, cells);
      parsed_.push_back(std::move(row));
    }
    return !done.empty();
  }

  /// The figures of the columns for one collective: those that name none are of all.
  PlacementFigures figures_of(const std::optional<core::Collective>& collective,
                              const std::vector<std::string_view>& cells) const {
    PlacementFigures figures;
    const auto read = [&](Kind kind, std::optional<Figure>& figure) {
      for (std::size_t i = 0; i < std::min(cells.size(), heading_->columns.size()); ++i) {
        const HeadedColumn& column = heading_->columns[i];
        const bool is_its = column.kind == kind && column.collective == collective;
        if (is_its && !figure) figure = figure_in(cells[i], column);
      }
    };
    read(Kind::Time, figures.time_us);
    read(Kind::Algbw, figures.algbw_gb_per_s);
    read(Kind::Busbw, figures.busbw_gb_per_s);
    return figures;
  }

  /// DeepSpeed's count of elements is exact, and its size is rounded. A number without a unit
  /// counts as bytes.
  std::uint64_t bytes_of(const std::vector<std::string_view>& cells) const {
    if (const auto elements = heading_->find(Kind::Elements);
        elements && *elements < cells.size()) {
      const std::string_view cell = cells[*elements];
      const std::size_t times = std::min(cell.find('x'), cell.size());
      const auto count = whole_number(cell.substr(0, times));
      const auto each = whole_number(cell.substr(std::min(times + 1, cell.size())));
      constexpr std::uint64_t kMostEach = 64;
      constexpr std::uint64_t kMostCount = std::uint64_t{1} << 50U;
      if (count && each && *each <= kMostEach && *count <= kMostCount) return *count * *each;
    }
    const auto place = *heading_->find(Kind::Size);
    const double scale = heading_->columns[place].scale;
    return bytes_in(cells[place], scale > 0 ? scale : 1).value_or(0);
  }

  bool has_unit(std::string_view cell) const {
    return heading_->columns[*heading_->find(Kind::Size)].scale > 0 || bytes_in(cell, 0);
  }

  /// Sizes that are numbers alone are bytes, as nccl-tests and OSU print them, where they reach
  /// some that nobody means in larger units.
  void judge_sizes() {
    constexpr std::uint64_t kSurelyBytes = 65536;
    const bool are_bytes = std::ranges::any_of(
        parsed_, [](const HeadedRow& row) { return row.parsed.row.bytes >= kSurelyBytes; });
    for (HeadedRow& row : parsed_) {
      if (!row.has_unit && !are_bytes) row.parsed.problem = "a size without a unit";
    }
  }

  void finish_table() {
    if (parsed_.empty()) return;
    judge_sizes();
    Measurement common;
    common.id = hints_.id.empty() ? label_of(source_.file) : hints_.id;
    common.file = source_.file;
    common.run = run_++;
    common.is_of_python = is_of_python_;
    apply_facts(facts_, common);
    if (common.ranks == 0) apply(job_, common);
    read_ranks_of_rows(common);
    rows_.settings({source_.file, common.run, facts_.variables, std::exchange(title_, {})});
    for (HeadedRow& row : parsed_) add(std::move(row), common);
    parsed_.clear();
    variables_.end_next();
  }

  /// By busbw over algbw, where no line says it.
  void read_ranks_of_rows(Measurement& common) {
    const auto one = parsed_.front().collective;
    const bool is_one = one && std::ranges::all_of(parsed_, [&](const HeadedRow& row) {
                          return row.collective == one;
                        });
    if (common.ranks > 0 || !is_one) return;
    std::vector<ParsedRow> rows;
    for (const HeadedRow& row : parsed_) rows.push_back(row.parsed);
    common.ranks = ranks_by_bandwidths(*one, rows);
    if (common.ranks == 0) return;
    rows_.deduced(rows.front().where,
                  fmt::format("{}: busbw is {:.4g} times algbw",
                              core::counted(common.ranks, "rank"), shown_factor(rows)));
  }

  void add(HeadedRow headed, const Measurement& common) {
    ParsedRow& parsed = headed.parsed;
    const auto collective = headed.collective ? headed.collective : hints_.collective;
    const PlacementFigures& figures = parsed.out_of_place;
    const bool has_busbw_alone =
        !figures.time_us && !figures.algbw_gb_per_s && figures.busbw_gb_per_s;
    if (!collective) {
      rows_.reject(parsed.where, "a row of an unknown collective; name it with ⟨collective⟩");
      return;
    }
    if (parsed.problem.empty() && has_busbw_alone && common.ranks == 0) {
      parsed.problem =
          "busbw of an unknown number of ranks; write it above the table, as \"2 nodes, "
          "8 GPUs per node\"";
    }
    if (parsed.problem.empty() && figures == PlacementFigures()) {
      parsed.problem = "no time, algbw or busbw in a unit that is clear: us, GB/s, Gbit/s";
    }
    const std::uint64_t bytes = parsed.row.bytes;
    const int line = parsed.row.line;
    parsed.row = common;
    parsed.row.collective = *collective;
    parsed.row.bytes = bytes;
    parsed.row.line = line;
    parsed.row.bytes = whole_size(parsed.row, figures);
    rows_.add(std::move(parsed));
  }

  const ImportSource& source_;
  const ImportHints& hints_;
  RowCollector rows_;
  RunFacts facts_;
  WordsOfJob job_;
  std::optional<Heading> heading_;
  std::optional<core::Collective> above_;  // that the nearest line above names
  std::vector<HeadedRow> parsed_;          // of the table
  ShellVariables variables_;
  std::string title_;  // that stands above the table
  int run_ = 0;
  bool is_of_mpi_ = false;
  bool is_of_python_ = false;
};

}  // namespace

bool is_headed_table(std::string_view text) {
  std::optional<Heading> heading;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = without_host(lines.line());
    if (auto found = heading_in(line)) {
      heading = std::move(found);
      continue;
    }
    if (!heading) continue;
    const auto cells = cells_of(line, heading->end);
    const auto size = *heading->find(Kind::Size);
    if (size < cells.size() && bytes_in(cells[size], 1)) return true;
  }
  return false;
}

core::Result<MeasurementSet> read_headed_table(const ImportSource& source,
                                               const ImportHints& hints) {
  return HeadedReader(source, hints).read();
}

}  // namespace treering::tuner::runs
