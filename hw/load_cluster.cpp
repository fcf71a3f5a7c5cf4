#include "hw/load_cluster.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <regex>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/pasted.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/checks.h"
#include "hw/builtin.h"
#include "hw/complete/complete.h"
#include "hw/discover/discover.h"
#include "hw/formats/as_written.h"
#include "hw/formats/cluster/yaml.h"
#include "hw/formats/env_dump/facts.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/joined.h"
#include "hw/formats/nccl_log/complaints.h"
#include "hw/formats/nccl_log/rccl.h"
#include "hw/formats/nvidia_smi/text.h"
#include "hw/formats/quoted_document.h"
#include "hw/world/real/real_world.h"
#include "hw/world/recording/recording.h"
#include "hw/world/recording/worlds.h"

namespace treering::hw {

namespace {

using core::bad_input;
using core::Result;

constexpr std::string_view kClusterFile = "yaml";  // in formats.def; these name others

bool looks_like_path(const std::string& text) {
  return text.find_first_of("./\\") != std::string::npos;
}

constexpr std::string_view kReadTexts =
    "a machine (a log of NCCL, nvidia-smi topo -m, an XML or JSON topology), a fabric, results of "
    "nccl-tests, a host's texts (nvidia-smi -q, ibstat, lspci, dmesg) or the errors of a run; "
    "treering list formats names all";

/// "ibnetdiscover", "slurm-topology", ...
std::vector<std::string_view> names_of_fabric_formats() {
  std::vector<std::string_view> names;
  for (const formats::Format& format : formats::formats()) {
    if (format.read_fabric != nullptr) names.push_back(format.name);
  }
  return names;
}

/// AMD's names of GPUs and what they are built of: "mi300x", "MI250-8", "gfx942".
bool names_amd(const std::string& name) {
  static const std::regex kNames(
      "(^|[^a-z0-9])(mi[1-9][0-9]{1,2}[a-z]?|gfx[0-9a-f]{3,4})($|[^a-z0-9])");
  return std::regex_search(core::lower_case(name), kNames);
}

/// Bad input, however it is spelt: whether a name was meant for a file or a machine is a guess.
core::Failure not_found(const std::string& name) {
  if (looks_like_path(name)) {
    return bad_input(name, "file not found", "expected a file or a built-in topology");
  }
  if (names_amd(name)) {
    return bad_input(fmt::format("topology {}", core::in_quotes(name)), "GPUs of AMD",
                     "expected NVIDIA's: treering follows NCCL, and RCCL is not supported");
  }
  return bad_input(fmt::format("topology {}", core::in_quotes(name)), "neither built in nor a file",
                   fmt::format("built in are {}", fmt::join(builtin_names(), ", ")),
                   hint_at_builtins(name));
}

/// The first line with words, short, of a text that nobody recognised: people put fences around it.
std::string first_line(std::string_view text) {
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = core::trimmed(lines.line());
    if (!line.empty() && !line.starts_with("```")) return core::in_quotes(line);
  }
  return core::in_quotes(text.substr(0, std::min(text.find('\n'), text.size())));
}

Result<void> check_text(const formats::Source& source) {
  if (source.text.find_first_not_of(" \t\r\n") == std::string::npos) {
    return bad_input(source.path, source.text.empty() ? "an empty file" : "nothing but space",
                     fmt::format("expected {}", kReadTexts));
  }
  if (const auto* binary = formats::no_text(source.text)) {
    return bad_input(source.path, std::string(binary->what), "expected a text",
                     std::string(binary->hint));
  }
  const std::string_view encoding = core::foreign_encoding(source.text);
  if (!encoding.empty()) {
    return bad_input(source.path, fmt::format("{} text", encoding), "expected UTF-8",
                     "convert it with iconv");
  }
  const std::size_t nul = source.text.find('\0');
  if (nul == std::string::npos) return {};
  return bad_input(fmt::format("{}:{}:{}", source.path, core::line_of(source.text, nul),
                               core::column_of(source.text, nul)),
                   "a NUL byte", "expected text", "is this the right file?");
}

/// The part of a file that an error may show. Nothing of a file that another file names: who wrote
/// that file need not be allowed to read this one.
enum class Quoting { FirstLine, Nothing };

std::string unknown_format(std::string_view text, Quoting quoting) {
  const std::string_view what = "an unknown format";
  return quoting == Quoting::Nothing ? std::string(what)
                                     : fmt::format("{}: {}", what, first_line(text));
}

/// NCCL's errors in a text of any format, such as exceptions of PyTorch in place of a log. JSON and
/// XML hold what was read from a log before.
std::vector<core::RunWarning> complaints_in(const formats::Source& source) {
  if (!formats::may_be_joined(source.text)) return {};
  return formats::nccl_log::complaints_in(source.text, source.path);
}

/// Whether any is NCCL's or of a program around it: other errors may be of anything.
bool has_known(const std::vector<core::RunWarning>& complaints) {
  return std::ranges::any_of(complaints,
                             [](const auto& one) { return !one.is_by_form && !one.is_told; });
}

/// Those of a text that is no log, in a few words.
std::string_view name_of(const std::vector<core::RunWarning>& complaints) {
  if (has_known(complaints)) return "the errors of a run";
  const bool are_told = std::ranges::all_of(complaints, &core::RunWarning::is_told);
  return are_told ? "what a person says of a run" : "lines of errors";
}

core::Failure unrecognised(const formats::Source& source, Quoting quoting) {
  if (const std::size_t line = formats::nccl_log::rccl_line_in(source.text)) {
    return formats::nccl_log::of_rccl(source.path, line);
  }
  if (has_known(complaints_in(source))) {
    return bad_input(source.path, "the errors of a run, which show no machine",
                     "expected a topology; treering doctor says what they come from");
  }
  return bad_input(source.path, unknown_format(source.text, quoting),
                   fmt::format("expected {}", kReadTexts));
}

/// A text, and the format that its content shows; null for none.
struct ReadText {
  formats::Source source;
  const formats::Format* format = nullptr;
};

/// Where the content says nothing, by extension, so that the reader says what is wrong.
Result<const formats::Format*> format_of(const ReadText& text, Quoting quoting) {
  const formats::Source& source = text.source;
  const formats::Format* const format =
      text.format != nullptr ? text.format : formats::format_of_path(source.path);
  if (format == nullptr) return unrecognised(source, quoting);
  if (format->read != nullptr) return format;
  return bad_input(source.path, std::string(format->description), "expected a topology",
                   std::string(format->why_not));
}

/// A text that is in a format that is read.
struct Recognised {
  formats::Source source;
  const formats::Format* format = nullptr;
};

/// Of a post that is in no format, the XML or JSON in it; else the text itself.
ReadText recognised_in(formats::Source source) {
  const formats::Format* format = formats::recognise(source.text);
  if (format == nullptr && formats::may_be_joined(source.text)) {
    if (auto document = formats::quoted_document(source.text)) {
      source.text = *std::move(document);
      format = formats::recognise(source.text);
    }
  }
  return {std::move(source), format};
}

Result<ReadText> text_of(const std::string& path, const io::Files& files) {
  auto text = files.read(path, io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  // The name becomes part of what is read: the source of figures, the name of a machine.
  formats::Source source{io::shown_path(path), formats::as_written(*std::move(text))};
  if (auto done = check_text(source); !done) return core::fail(done.error());
  if (formats::may_be_joined(source.text)) source.text = core::unwrapped(std::move(source.text));
  return recognised_in(std::move(source));
}

Result<Recognised> recognised_file(const std::string& path, const io::Files& files,
                                   Quoting quoting) {
  auto text = text_of(path, files);
  if (!text) return core::fail(text.error());
  const auto format = format_of(*text, quoting);
  if (!format) return core::fail(format.error());
  return Recognised{std::move(text->source), *format};
}

/// A log has its complaints already.
bool may_hold_complaints(const formats::Format* format) {
  return format == nullptr || format->read_log == nullptr;
}

/// The machine in a text, or its run, as the reader gives it.
Result<ClusterOrRun> read_text(const Recognised& file, const formats::NodeLoader& load_node) {
  if (file.format->read_log != nullptr) return file.format->read_log(file.source);
  auto loaded = file.format->read(file.source, load_node);
  if (!loaded) return core::fail(loaded.error());
  return *std::move(loaded);
}

/// The version of NCCL that words of the text name, where its reader found none.
void name_nccl(const formats::Source& source, core::HostState& host) {
  if (host.nccl_version || !formats::may_be_joined(source.text)) return;
  host.nccl_version = formats::env_dump::nccl_named_in(source.text, source.path);
}

/// What begins in a text and is not read. XML and JSON hold one thing.
std::optional<core::Diagnostic> note_on_unread(const formats::Source& source) {
  if (!formats::may_be_joined(source.text)) return {};
  return formats::nvidia_smi::note_on_unread_matrix(source.text, source.path);
}

/// The machine with what the text says beside it.
formats::LoadedCluster completed(formats::LoadedCluster loaded, const Recognised& file,
                                 complete::Reading reading) {
  if (may_hold_complaints(file.format)) loaded.host.warnings = complaints_in(file.source);
  formats::join(formats::facts_in(file.source, &loaded), loaded);
  name_nccl(file.source, loaded.host);
  // Beside a log or the list of a run; where the matrix is the machine, it was read.
  if (file.format->hosts == formats::HostsOfText::OfJob && loaded.matrix.empty()) {
    if (auto note = note_on_unread(file.source)) loaded.notes.push_back(*std::move(note));
  }
  complete::Machine whole = complete::completed(
      {std::move(loaded.cluster), std::move(loaded.host), std::move(loaded.notes)}, reading,
      file.source.path);
  loaded.cluster = std::move(whole.cluster);
  loaded.notes = std::move(whole.notes);
  loaded.format = file.format->name;
  loaded.host = std::move(whole.host);
  return loaded;
}

Result<formats::LoadedCluster> read_as(const Recognised& file, complete::Reading reading,
                                       const formats::NodeLoader& load_node) {
  auto loaded = formats::cluster_in(read_text(file, load_node));
  if (!loaded) return loaded;
  return completed(*std::move(loaded), file, reading);
}

Result<formats::LoadedCluster> load_file(const std::string& path, const io::Files& files,
                                         const formats::NodeLoader& load_node) {
  const auto file = recognised_file(path, files, Quoting::FirstLine);
  if (!file) return core::fail(file.error());
  return read_as(*file, complete::Reading::File, load_node);
}

/// "m.json:3" of "m.json:3: /devices/secret": the file with the line, if any.
std::string line_in(const std::string& path, std::string_view where) {
  if (!where.starts_with(path + ':')) return path;
  const std::string_view rest = where.substr(path.size() + 1);
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  return digits == 0 ? path : fmt::format("{}:{}", path, rest.substr(0, digits));
}

/// The error of a reader without what it shows of the file that another file names.
core::Failure closed(const std::string& path, std::string_view format, const core::Error& error) {
  return bad_input(line_in(path, error.where), fmt::format("a fault in this {} file", format), "",
                   "give that file by itself to see what is wrong");
}

Result<formats::LoadedCluster> load_builtin_node(const std::string& name) {
  auto node = load_builtin(name);
  if (!node) return core::fail(node.error());
  return formats::LoadedCluster{{*std::move(node), 1, {}}, {}, "built-in"};
}

/// The path of a file that a cluster file names. It never is standard input.
std::string beside(const std::string& cluster_path, const std::string& name) {
  const std::string path = (std::filesystem::path(cluster_path).parent_path() / name).string();
  return path == io::kStandardInput ? "./" + path : path;
}

/// The machine that a cluster file names.
Result<formats::LoadedCluster> load_node(const std::string& name, const std::string& cluster_path,
                                         const io::Files& files) {
  if (is_builtin(name)) return load_builtin_node(name);
  const std::string path = beside(cluster_path, name);
  if (std::filesystem::path(path).lexically_normal() ==
      std::filesystem::path(cluster_path).lexically_normal()) {
    return bad_input("", "this cluster file itself", "expected the file of one machine");
  }
  if (!files.exists(path)) return not_found(looks_like_path(name) ? path : name);
  const auto file = recognised_file(path, files, Quoting::Nothing);
  if (!file) return core::fail(file.error());
  // Cluster files do not nest, so that none can name itself.
  if (file->format->name == kClusterFile) {
    return bad_input(path, "a cluster file", "expected one machine");
  }
  auto loaded = read_as(*file, complete::Reading::NodeOfCluster, {});
  if (!loaded) return closed(file->source.path, file->format->name, loaded.error());
  // The cluster file says how many there are, not how often the text shows one.
  if (formats::hosts_of(loaded->format) == formats::HostsOfText::Pasted) {
    loaded->cluster.node_count = 1;
  }
  if (loaded->cluster.node_count != 1 || loaded->cluster.fabric != core::Fabric()) {
    return bad_input(path, "a cluster", "expected one machine");
  }
  return loaded;
}

/// The fabric that a cluster file names.
Result<fabric::readers::FabricText> load_fabric(const std::string& name,
                                                const std::string& cluster_path,
                                                const io::Files& files) {
  const std::string path = beside(cluster_path, name);
  const auto text = files.read(path, io::kMaxFileBytes);
  if (!text) return core::fail(text.error());
  if (auto done = check_text({path, *text}); !done) return core::fail(done.error());
  const formats::Format* format = formats::recognise(*text);
  if (format != nullptr && format->read_fabric != nullptr) {
    const std::string shown = core::printable(path);
    auto read = format->read_fabric(*text, shown);
    if (!read) return closed(shown, format->name, read.error());
    return read;
  }
  return bad_input(
      path,
      format == nullptr ? unknown_format(*text, Quoting::Nothing)
                        : std::string(format->description),
      fmt::format("expected a fabric: {}", fmt::join(names_of_fabric_formats(), ", ")));
}

/// For what the file `path` refers to; as long as both live.
formats::NodeLoader loader_from(const std::string& path, const io::Files& files) {
  return {[&](const std::string& name) { return load_node(name, path, files); },
          [&](const std::string& name) { return load_fabric(name, path, files); }};
}

formats::LoadedCluster cluster_of(discover::Discovery found, std::string_view format) {
  complete::Machine whole = complete::completed(
      {{std::move(found.topology), 1, {}}, std::move(found.host), std::move(found.notes)},
      complete::Reading::Discovery, std::string(format));
  return {std::move(whole.cluster), std::move(whole.notes), std::string(format),
          std::move(whole.host)};
}

Result<formats::LoadedCluster> load_live() {
  auto found = discover::discover(world::real::RealWorld(), "this machine");
  if (!found) return core::fail(found.error());
  return cluster_of(*std::move(found), kLiveTopology);
}

Result<formats::LoadedCluster> load_recorded(const std::string& folder) {
  const auto recording = world::recording::load_recording(folder);
  if (!recording) return core::fail(recording.error());
  auto found =
      discover::discover(world::recording::ReplayedWorld(*recording), core::printable(folder));
  if (found) return cluster_of(*std::move(found), "recording");
  core::Error error = found.error();
  error.category = core::Category::BadInput;
  return core::fail(std::move(error));
}

/// The files that a cluster file names; none for any other. It is short: nothing else is read.
std::vector<std::string> files_named_in(const std::string& path) {
  const auto text = io::RealFiles().read(path, formats::cluster::kMaxClusterYamlBytes);
  if (!text || !formats::cluster::is_cluster_yaml(*text)) return {};
  const auto spec = formats::cluster::parse_cluster_yaml(*text, path);
  if (!spec) return {};
  std::vector<std::string> files;
  for (const std::string& name : formats::cluster::names_in(*spec)) {
    if (!is_builtin(name)) files.push_back(beside(path, name));
  }
  return files;
}

/// The errors of a run in a text that is no log; nothing where it has none.
std::optional<formats::LoadedRun> run_of_complaints(const formats::Source& source) {
  auto complaints = complaints_in(source);
  if (complaints.empty()) return std::nullopt;
  auto read = formats::read_log_nccl_log(source);
  auto* const run = read ? std::get_if<formats::LoadedRun>(&*read) : nullptr;
  if (run == nullptr) return std::nullopt;
  run->read = {std::string(name_of(complaints))};
  return std::move(*run);
}

/// What a text says of a run and of its host, though it shows no machine; fails with
/// `why_no_machine` where it says nothing.
/// \param format that its content shows; null for none \param run of a log
Result<ClusterOrRun> run_in(const formats::Source& source, const formats::Format* format,
                            std::optional<formats::LoadedRun> run,
                            const core::Error& why_no_machine) {
  if (run) {
    run->read = {std::string(format->description)};
  } else if (may_hold_complaints(format)) {
    run = run_of_complaints(source);
  }
  formats::HostFacts facts = formats::facts_in(source);
  if (!run && facts.read.empty()) return core::fail(why_no_machine);
  if (!run) run = formats::LoadedRun{{}, {}, why_no_machine};
  if (may_hold_complaints(format)) run->why_no_machine = why_no_machine;
  if (format != nullptr) run->format = format->name;
  formats::join(std::move(facts), *run);
  name_nccl(source, run->host);
  if (auto note = note_on_unread(source)) {
    run->notes.insert(run->notes.begin(), *std::move(note));
    run->shows_part = true;
  }
  core::make_printable(run->host);
  return *std::move(run);
}

bool is_folder(const std::string& path) {
  if (path == io::kStandardInput) return false;
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

}  // namespace

Result<formats::LoadedCluster> load_cluster(const std::string& name_or_path,
                                            const io::Files& files) {
  if (is_builtin(name_or_path)) return load_builtin_node(name_or_path);
  if (!files.exists(name_or_path)) return not_found(name_or_path);
  return load_file(name_or_path, files, loader_from(name_or_path, files));
}

Result<formats::LoadedCluster> load_cluster(const std::string& name_or_path,
                                            const io::RealFiles& files) {
  if (name_or_path == kLiveTopology) return load_live();
  if (!is_builtin(name_or_path) && is_folder(name_or_path)) return load_recorded(name_or_path);
  return load_cluster(name_or_path, static_cast<const io::Files&>(files));
}

io::FileStamps source_stamps(const std::string& name_or_path) {
  if (name_or_path == kLiveTopology || is_builtin(name_or_path)) return {};
  io::FileStamps own = io::stamps_of({name_or_path});
  if (!own.empty())
    std::ranges::move(io::stamps_of(files_named_in(name_or_path)), std::back_inserter(own));
  return own;
}

Result<ClusterOrRun> load_cluster_or_run(const std::string& name_or_path,
                                         const io::RealFiles& files) {
  if (name_or_path == kLiveTopology || is_builtin(name_or_path) || is_folder(name_or_path) ||
      !files.exists(name_or_path)) {
    return load_cluster(name_or_path, files);
  }
  // Read once: it may be a pipe by another name than "-".
  auto text = text_of(name_or_path, files);
  if (!text) return core::fail(text.error());
  const auto format = format_of(*text, Quoting::FirstLine);
  if (!format) return run_in(text->source, text->format, {}, format.error());
  const Recognised file{std::move(text->source), *format};
  auto read = read_text(file, loader_from(name_or_path, files));
  if (!read) return run_in(file.source, text->format, {}, read.error());
  if (auto* const run = std::get_if<formats::LoadedRun>(&*read)) {
    const core::Error why = run->why_no_machine;
    return run_in(file.source, text->format, std::move(*run), why);
  }
  return completed(std::get<formats::LoadedCluster>(*std::move(read)), file,
                   complete::Reading::File);
}

Result<std::string> render_cluster(const core::Cluster& cluster, std::string_view format,
                                   std::string_view nics) {
  const auto found = formats::find_written_format(format);
  if (!found) return core::fail(found.error());
  auto text = (*found)->write(cluster);
  if (text && !nics.empty() && names_adapters(format)) *text += formats::cluster::nics_line(nics);
  return text;
}

bool names_adapters(std::string_view format) {
  return format == kClusterFile;
}

core::Result<std::optional<fabric::readers::FabricText>> load_fabric(const std::string& path,
                                                                     const io::Files& files) {
  if (!files.exists(path)) return std::nullopt;
  const auto text = files.read(path, io::kMaxFileBytes);
  if (!text) return std::nullopt;
  const formats::Format* format = formats::recognise(*text);
  if (format == nullptr || format->read_fabric == nullptr) return std::nullopt;
  auto read = format->read_fabric(*text, io::shown_path(path));
  if (!read) return core::fail(read.error());
  return *std::move(read);
}

}  // namespace treering::hw
