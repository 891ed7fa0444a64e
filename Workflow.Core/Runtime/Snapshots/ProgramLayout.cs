using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>The names of a program that saved state refers to, computed once. Thread-safe.</summary>
internal sealed class ProgramLayout : ProgramAttachment
{
    private readonly string[] _ids;
    private readonly Dictionary<string, int> _numbers;
    private readonly string[] _delegates;
    private readonly Dictionary<string, int> _delegateNumbers = new(StringComparer.Ordinal);
    private readonly Dictionary<string, StateKind> _kinds = new(StringComparer.Ordinal);
    private readonly ILookup<long, Variable> _variables;

    // Two threads may compute the same layout at the same time. Both are equal, so it does not matter which one is stored last.
    private readonly ScopeLayout?[] _scopes;
    private readonly ScopeLayout?[] _parameters;

    private ProgramLayout(Program program)
    {
        Program = program;
        Types = new DefinitionTypes(program);
        _ids = new string[program.Plans.Length];
        _numbers = new Dictionary<string, int>(_ids.Length, StringComparer.Ordinal);
        _scopes = new ScopeLayout?[_ids.Length];
        _parameters = new ScopeLayout?[program.Delegates.Length];
        _variables = program.Variables.ToLookup(variable => variable.ScopeId);
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

        _delegates = NameDelegates(program);
        Fingerprint = Snapshots.Fingerprint.Compute(this);
    }

    public Program Program { get; }

    public string Fingerprint { get; }

    public DefinitionTypes Types { get; }

    public CallbackNames Callbacks { get; } = new();

    public static ProgramLayout Of(Program program) => program.Find<ProgramLayout>() ?? program.Attach(new ProgramLayout(program));

    public string IdOf(int number) => _ids[number];

    public bool TryFind(string id, out int number) => _numbers.TryGetValue(id, out number);

    /// <summary>The id of the activity that declares a delegate, and the position of the delegate among those that it declares.</summary>
    public string DelegateNameOf(int number) => _delegates[number];

    public bool TryFindDelegate(string name, out int number) => _delegateNumbers.TryGetValue(name, out number);

    public bool TryFindKind(string name, [NotNullWhen(true)] out StateKind? kind) => _kinds.TryGetValue(name, out kind);

    /// <summary>The names in the environment of an activity.</summary>
    public ScopeLayout ScopeOf(int number)
    {
        ActivityPlan plan = Program.Plans[number];
        return _scopes[number] ??= ScopeLayout.Of(plan, Program.Shapes[plan.Shape].Length, _variables[Program.ScopeOf(number)]);
    }

    /// <summary>The names of the arguments of a delegate.</summary>
    public ScopeLayout ParametersOf(int delegateNumber)
    {
        ref DelegatePlan plan = ref Program.Delegates[delegateNumber];
        return _parameters[delegateNumber] ??= ScopeLayout.Of(plan, Program.Shapes[plan.Shape].Length);
    }

    public ScopeLayout LayoutOf(LocationEnvironment environment)
    {
        int delegateNumber = SlotNames.DelegateOf(environment);
        return delegateNumber >= 0 ? ParametersOf(delegateNumber) : ScopeOf(SlotNames.ActivityOf(environment));
    }

    private string[] NameDelegates(Program program)
    {
        string[] names = new string[program.Delegates.Length];
        Dictionary<int, int> positions = [];
        for (int number = 0; number < names.Length; number++)
        {
            int owner = program.Delegates[number].Owner;
            int position = positions[owner] = positions.GetValueOrDefault(owner) + 1;
            names[number] = string.Create(CultureInfo.InvariantCulture, $"{_ids[owner]}#{position}");
            _delegateNumbers[names[number]] = number;
        }

        return names;
    }
}
