#include "gui/window/question/question_panel.h"

#include <QBoxLayout>
#include <QDockWidget>
#include <QFormLayout>
#include <QGroupBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include "app/setup/calls.h"
#include "app/setup/names.h"
#include "core/units.h"
#include "gui/models/job_settings.h"
#include "gui/models/words.h"
#include "gui/window/question/faults_panel.h"
#include "gui/window/question/groups_panel.h"
#include "gui/window/question/inputs.h"
#include "gui/window/question/network_panel.h"
#include "gui/window/question/settings_panel.h"

namespace treering::gui::window::question {
namespace {

using app::setup::NameKind;

constexpr int kContrast = 0;  // the place of what is compared where nothing was chosen

using Rows = std::initializer_list<std::pair<QString, QWidget*>>;

/// The letter of a label leads to what takes keys: of a row of widgets to the one of them that
/// does, as Qt gives no focus to a row itself.
void lead(QWidget* label, QWidget* widget) {
  auto* const text = qobject_cast<QLabel*>(label);
  if (text == nullptr) return;
  while (widget->focusProxy() != nullptr) widget = widget->focusProxy();
  text->setBuddy(widget);
}

/// What stands under one title: labels, where they have any, and widgets.
QGroupBox* group_of(const QString& title, const Rows& rows, QWidget* parent) {
  auto* const group = new QGroupBox(title, parent);
  auto* const form = new QFormLayout;
  group->setLayout(form);
  for (const auto& [label, widget] : rows) {
    label.isEmpty() ? form->addRow(widget) : form->addRow(label, widget);
    lead(form->labelForField(widget), widget);
    // Underlined, a letter stands less near its neighbour than Qt reckons.
    if (QWidget* const text = form->labelForField(widget)) {
      text->setMinimumWidth(text->sizeHint().width() + 2);
    }
  }
  return group;
}

/// The list opens where the text is, if it is one of its own.
void show_text(QComboBox* box, const QString& text) {
  box->setCurrentIndex(box->findText(text));
  box->setEditText(text);
}

}  // namespace

QuestionPanel::QuestionPanel(models::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      topology_(combo(this, tr("Topology"))),
      nccl_(combo(this, tr("NCCL version"))),
      collective_(combo(this, tr("Collective"))),
      size_(combo(this, tr("Size"))),
      algorithm_(combo(this, tr("Algorithm"))),
      protocol_(combo(this, tr("Protocol"))),
      rival_(combo(this, tr("Algorithm to compare with"))),
      rival_protocol_(combo(this, tr("Protocol to compare with"))),
      settings_(new SettingsPanel(session, this)),
      limits_(new QLabel(this)),
      problem_(new widgets::ProblemLabel(this)) {
  fill();
  connect_inputs();
  auto* const open = new QPushButton(tr("Open a file …"), this);
  connect(open, &QPushButton::clicked, this, &QuestionPanel::fileWanted);
  limits_->setWordWrap(true);
  problem_->setObjectName(QStringLiteral("size problem"));
  limits_->setObjectName(QStringLiteral("limits"));
  auto* const layout = new QVBoxLayout(this);
  const auto add_group = [&](const QString& title, const Rows& rows) {
    layout->addWidget(group_of(title, rows, this));
  };
  add_group(tr("Machines"), {{tr("&Topology"), topology_},
                             {QString(), open},
                             {tr("No&des"), new NodesInput(session_, this)},
                             {tr("&NCCL"), nccl_row()}});
  layout->addWidget(settings_);
  add_group(tr("Call"),
            {{tr("&Collective"), collective_}, {tr("Si&ze"), size_}, {QString(), problem_}});
  add_group(tr("Carried by"), {{tr("&Algorithm"), algorithm_},
                               {tr("&Protocol"), protocol_},
                               {tr("Channe&ls"), new ChannelsInput(session_, this)},
                               {QString(), limits_}});
  add_group(tr("Compared with"), {{tr("Algorithm"), rival_}, {tr("Protocol"), rival_protocol_}});
  add_group(tr("What if"), {{QString(), new FaultsPanel(session_, this)},
                            {QString(), new NetworkPanel(session_, this)},
                            {QString(), new GroupsPanel(session_, this)}});
  layout->addStretch();
  connect(&session_, &models::Session::questionChanged, this, &QuestionPanel::take_question);
  connect(&session_, &models::Session::machineChanged, this, &QuestionPanel::take_version);
  connect(&session_, &models::Session::runChanged, this, &QuestionPanel::take_rival);
  take_question();
}

/// The version, and a button for variables.
QWidget* QuestionPanel::nccl_row() {
  auto* const button = new QToolButton(this);
  button->setText(tr("NCCL_…"));
  button->setAccessibleName(tr("Set a variable of NCCL"));
  button->setToolTip(tr("Set a variable of NCCL, as NCCL_ALGO=ring (Ctrl+E)"));
  button->setFocusPolicy(Qt::StrongFocus);
  connect(button, &QToolButton::clicked, this, &QuestionPanel::setVariable);
  auto* const row = new QWidget(this);
  row->setFocusProxy(nccl_);  // that the label's letter leads to
  auto* const layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(nccl_, 1);
  layout->addWidget(button);
  nccl_->setMinimumContentsLength(0);  // the button takes none of the views' room
  return row;
}

void QuestionPanel::setVariable() {
  for (QWidget* above = parentWidget(); above != nullptr; above = above->parentWidget()) {
    if (auto* const dock = qobject_cast<QDockWidget*>(above)) {
      dock->show();
      dock->raise();
    }
  }
  settings_->setVariable();
}

/// Enter on a value that was typed leaves it; what is wrong is there to be mended.
void QuestionPanel::keyPressEvent(QKeyEvent* event) {
  const bool is_enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  const QWidget* const focused = focusWidget();
  const auto* const box = qobject_cast<const QComboBox*>(focused);
  const bool is_value = qobject_cast<const QAbstractSpinBox*>(focused) != nullptr ||
                        (box != nullptr && box->isEditable());
  const bool is_wrong = focused == size_ && !problem_->text().isEmpty();
  if (!is_enter || !is_value || is_wrong) return QWidget::keyPressEvent(event);
  Q_EMIT valueTaken();
}

template <class Change>
void QuestionPanel::change(const QString& what, Change apply) {
  if (is_taking_) return;
  models::Question question = session_.question();
  apply(question);
  session_.ask(question, what);
}

void QuestionPanel::fill() {
  topology_->setEditable(true);
  topology_->setInsertPolicy(QComboBox::NoInsert);
  add_names(topology_, NameKind::Topology);
  nccl_->addItem(tr("newest known"), QString());
  add_names(nccl_, NameKind::NcclVersion);
  add_names(collective_, NameKind::Collective);
  size_->setEditable(true);
  size_->setInsertPolicy(QComboBox::NoInsert);
  for (unsigned bits = 3; bits <= 33; ++bits) {
    const std::uint64_t bytes = std::uint64_t{1} << bits;
    size_->addItem(QString::fromStdString(core::format_size(bytes)));
  }
  for (QComboBox* const box : {algorithm_, rival_}) add_algorithms(box);
  rival_->insertItem(kContrast, QString(), QStringLiteral("another"));
  for (QComboBox* const box : {protocol_, rival_protocol_}) add_choice(box, NameKind::Protocol);
}

void QuestionPanel::connect_inputs() {
  for (QComboBox* const box : {topology_, size_}) watch_typing(*box);
  connect(topology_, &QComboBox::activated, this, &QuestionPanel::ask_topology);
  connect(topology_->lineEdit(), &QLineEdit::editingFinished, this, &QuestionPanel::ask_topology);
  connect(nccl_, &QComboBox::activated, this, [this] {
    change(tr("NCCL version"), [this](models::Question& one) { one.job.nccl = chosen(nccl_); });
  });
  connect(collective_, &QComboBox::activated, this, [this] {
    change(tr("collective"), [this](models::Question& one) {
      const auto name = app::setup::parse_collective(collective_->currentText().toStdString());
      if (name) one.collective = *name;
    });
  });
  connect(size_, &QComboBox::activated, this, &QuestionPanel::ask_size);
  connect(size_->lineEdit(), &QLineEdit::editingFinished, this, &QuestionPanel::ask_size);
  const auto carries = [this](QComboBox* box, const QString& what, auto member) {
    connect(box, &QComboBox::activated, this, [this, box, what, member] {
      change(what,
             [box, member](models::Question& one) { member(one) = chosen(box).value_or(""); });
    });
  };
  connect(rival_, &QComboBox::activated, this, &QuestionPanel::ask_rival);
  connect(rival_protocol_, &QComboBox::activated, this, &QuestionPanel::ask_rival_protocol);
  using models::Question;
  carries(algorithm_, tr("algorithm"), [](Question& one) -> auto& { return one.shown.algorithm; });
  carries(protocol_, tr("protocol"), [](Question& one) -> auto& { return one.shown.protocol; });
}

void QuestionPanel::ask_rival() {
  change(tr("comparison"), [this](models::Question& one) {
    if (rival_->currentIndex() == kContrast) return one.rival.reset();
    if (!one.rival) one.rival.emplace();
    one.rival->algorithm = chosen(rival_).value_or("");
  });
}

void QuestionPanel::ask_rival_protocol() {
  change(tr("comparison"), [this](models::Question& one) {
    if (!one.rival) one.rival = session_.rival().value_or(sim::Way());
    one.rival->protocol = chosen(rival_protocol_).value_or("");
  });
}

void QuestionPanel::take_rival() {
  const models::Question& question = session_.question();
  const std::optional<sim::Way> rival = session_.rival();
  const bool is_known = rival && !rival->algorithm.empty() && question.has_topology();
  // The contrast to whatever carries an all-reduce is one of two.
  const QString unknown =
      question.collective == core::Collective::AllReduce ? tr("auto: ring or tree") : tr("auto");
  rival_->setItemText(kContrast,
                      question.rival || !is_known ? unknown : automatic(rival->algorithm));
  if (!question.rival) {
    rival_->setCurrentIndex(kContrast);
    return set_chosen(rival_protocol_, std::nullopt);
  }
  set_chosen(rival_, question.rival->algorithm);
  set_chosen(rival_protocol_, question.rival->protocol);
}

void QuestionPanel::take_limits() {
  const models::ChoiceLimit algorithm = models::algorithm_limit(session_.question());
  const models::ChoiceLimit protocol = models::protocol_limit(session_.question());
  for (QComboBox* const box : {algorithm_, rival_}) name_choice(box, algorithm);
  for (QComboBox* const box : {protocol_, rival_protocol_}) name_choice(box, protocol);
  QStringList said;
  if (!algorithm.text().isEmpty()) said << tr("Algorithm %1").arg(algorithm.text());
  if (!protocol.text().isEmpty()) said << tr("Protocol %1").arg(protocol.text());
  limits_->setText(said.join(QLatin1Char('\n')));
  limits_->setVisible(!said.isEmpty());
}

void QuestionPanel::ask_topology() {
  end_typing(*topology_);
  const std::string name = topology_->currentText().trimmed().toStdString();
  if (name == session_.question().job.topology) return;
  change(tr("topology"),
         [&name](models::Question& one) { one = models::on_machine(std::move(one), name); });
}

void QuestionPanel::ask_size() {
  end_typing(*size_);
  const auto bytes = app::setup::parse_call_size(size_->currentText().toStdString(), "the size");
  problem_->say(
      bytes ? QString()
            : tr("'%1' is not a size; write it like 8, 1K or 32M. The views show %2.")
                  .arg(size_->currentText().trimmed(),
                       QString::fromStdString(core::format_size(session_.question().bytes))));
  if (!bytes) return;
  if (*bytes == session_.question().bytes) return show_size();
  change(tr("size"), [&bytes](models::Question& one) { one.bytes = *bytes; });
}

/// "2.20" means 2.20.3: once the machine is there, it is known which version that is.
void QuestionPanel::take_version() {
  const std::optional<std::string>& named = session_.question().job.nccl;
  const app::MachineReport* const machine = session_.machineReport();
  const bool is_resolved = named && machine != nullptr;
  set_chosen(nccl_, is_resolved ? std::optional(machine->setup.job.nccl_version) : named);
}

/// "64 KiB", however it was typed.
void QuestionPanel::show_size() {
  show_text(size_, QString::fromStdString(core::format_size(session_.question().bytes)));
}

void QuestionPanel::take_question() {
  const models::Question& question = session_.question();
  is_taking_ = true;
  if (followed_topology_.is_to_fill(question.job.topology, *topology_)) {
    show_text(topology_, QString::fromStdString(question.job.topology));
  }
  take_version();
  const std::string_view collective = core::name_of(question.collective);
  collective_->setCurrentText(
      QLatin1StringView(collective.data(), static_cast<qsizetype>(collective.size())));
  if (followed_size_.is_to_fill(question.bytes, *size_)) {
    show_size();
    problem_->say({});  // nothing of what was typed is left
  }
  set_chosen(algorithm_, question.shown.algorithm);
  set_chosen(protocol_, question.shown.protocol);
  take_limits();
  take_rival();
  is_taking_ = false;
}

}  // namespace treering::gui::window::question
