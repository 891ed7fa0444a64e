using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>The names of a program that saved state refers to, computed once. Thread-safe.</summary>
internal sealed class ProgramLayout : ProgramAttachment
{
    /// <summary>The length of the longest id that is found without allocating a string.</summary>
    private const int LongestId = 64;

    private readonly string[] _ids;
    private readonly Dictionary<string, int> _numbers;
    private readonly string[] _delegates;
    private readonly Dictionary<string, int> _delegateNumbers = new(StringComparer.Ordinal);
    private readonly Dictionary<string, StateKind> _kinds = new(StringComparer.Ordinal);
    private readonly Dictionary<string, StateKind?> _shortKinds = new(StringComparer.Ordinal);
    private readonly ILookup<long, Variable> _variables;
    private readonly Lazy<ILookup<int, int>> _children, _delegatesByOwner;

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
                _kinds[kind.FullName] = kind;
                _shortKinds[kind.Name] = !_shortKinds.TryGetValue(kind.Name, out StateKind? known) || known?.FullName == kind.FullName ? kind : null;
            }
        }

        _delegates = NameDelegates(program);
        _children = new(() => Enumerable.Range(0, _ids.Length).ToLookup(number => program.Plans[number].Parent));
        _delegatesByOwner = new(() => Enumerable.Range(0, _delegates.Length).ToLookup(number => program.Delegates[number].Owner));
        Outlines = new OutlineTable(this);
    }

    public Program Program { get; }

    public OutlineTable Outlines { get; }

    public DefinitionTypes Types { get; }

    public CallbackNames Callbacks { get; } = new();

    public static ProgramLayout Of(Program program) => program.Find<ProgramLayout>() ?? program.Attach(new ProgramLayout(program));

    public string IdOf(int number) => _ids[number];

    public bool TryFind(string id, out int number) => _numbers.TryGetValue(id, out number);

    /// <summary>Finds the number of an activity by its id in UTF-8.</summary>
    public bool TryFind(ReadOnlySpan<byte> id, out int number)
    {
        Span<char> text = stackalloc char[LongestId];
        if (!Encoding.UTF8.TryGetChars(id, text, out int length))
        {
            return _numbers.TryGetValue(Encoding.UTF8.GetString(id), out number);
        }

        return _numbers.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(text[..length], out number);
    }

    /// <summary>Returns the name of a delegate: the id of the activity that declares it, and its position among the delegates of that activity.</summary>
    public string DelegateNameOf(int number) => _delegates[number];

    public bool TryFindDelegate(string name, out int number) => _delegateNumbers.TryGetValue(name, out number);

    /// <summary>Returns the name of a kind of state: the short name, unless two kinds of the definition have it.</summary>
    public string NameOf(StateKind kind) => _shortKinds.TryGetValue(kind.Name, out StateKind? known) && known is null ? kind.FullName : kind.Name;

    public bool TryFindKind(string name, [NotNullWhen(true)] out StateKind? kind)
    {
        if ((!_shortKinds.TryGetValue(name, out kind) || kind is null) && !_kinds.TryGetValue(name, out kind))
        {
            // A class can have another name now. The declared types were compared before, so the only kind with the same beginning is the right one.
            int space = name.IndexOf(' ', StringComparison.Ordinal);
            StateKind[] similar = space < 0 ? [] : [.. _kinds.Values.Where(known => known.Name.AsSpan().StartsWith(name.AsSpan(0, space + 1)))];
            kind = similar.Length == 1 ? similar[0] : null;
        }

        return kind is not null;
    }

    /// <summary>The numbers of the activities that an activity has declared.</summary>
    public IEnumerable<int> ChildrenOf(int number) => _children.Value[number];

    /// <summary>The numbers of the delegates that an activity has declared, in the order of their declaration.</summary>
    public IEnumerable<int> DelegatesOf(int number) => _delegatesByOwner.Value[number];

    /// <summary>The variable in a slot of an activity.</summary>
    public Variable VariableAt(int number, int slot) => _variables[Program.ScopeOf(number)].First(variable => variable.Slot == slot);

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
