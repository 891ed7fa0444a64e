using System.Diagnostics.CodeAnalysis;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>What saved state refers to in a program, worked out once.</summary>
internal sealed class ProgramLayout : ProgramAttachment
{
    private readonly string[] _ids;
    private readonly Dictionary<string, int> _numbers;
    private readonly Dictionary<string, StateKind> _kinds = new(StringComparer.Ordinal);

    private ProgramLayout(Program program)
    {
        Program = program;
        Fingerprint = Snapshots.Fingerprint.Compute(program);
        Types = new DefinitionTypes(program);
        _ids = new string[program.Plans.Length];
        _numbers = new Dictionary<string, int>(_ids.Length, StringComparer.Ordinal);
        for (int number = 0; number < _ids.Length; number++)
        {
            Activity activity = program.Plans[number].Activity;
            _ids[number] = activity.Id ?? string.Empty;
            _numbers[_ids[number]] = number;
            foreach (StateKind kind in activity.SavedKinds)
            {
                _kinds[kind.Name] = kind;
            }
        }
    }

    public Program Program { get; }

    public string Fingerprint { get; }

    public DefinitionTypes Types { get; }

    public CallbackNames Callbacks { get; } = new();

    public static ProgramLayout Of(Program program) => program.Find<ProgramLayout>() ?? program.Attach(new ProgramLayout(program));

    public string IdOf(int number) => _ids[number];

    public bool TryFind(string id, out int number) => _numbers.TryGetValue(id, out number);

    public bool TryFindKind(string name, [NotNullWhen(true)] out StateKind? kind) => _kinds.TryGetValue(name, out kind);
}
