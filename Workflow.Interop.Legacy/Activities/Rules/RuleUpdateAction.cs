using Workflow.Interop.Legacy.Activities.Rules.Binding;
using Workflow.Interop.Legacy.Activities.Rules.Nodes;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>Declares that a member has changed, so that the rules that read it are evaluated again.</summary>
public sealed class RuleUpdateAction : RuleAction
{
    private static readonly NodeKind OwnKind = new NodeKind.Builder<RuleUpdateAction>().Simple("Path", static e => e.Path, static (e, v) => e.Path = v!).Build();

    /// <summary>Creates an action without a path.</summary>
    public RuleUpdateAction()
    {
    }

    /// <summary>Creates an action.</summary>
    /// <param name="path">The path of the member, such as 'this/Order/Total'.</param>
    public RuleUpdateAction(string path) => Path = path;

    /// <summary>
    /// The path of the member: 'this', then the names of fields or properties, separated by '/'. '*' as the last name stands for all members. Default: empty,
    /// which fails validation.
    /// </summary>
    public string Path { get; set; } = string.Empty;

    /// <inheritdoc/>
    public override bool Validate(RuleValidation validator)
    {
        ArgumentNullException.ThrowIfNull(validator);
        if (UsagePath.ProblemOf(Path, validator.Scope) is not { } problem)
        {
            return true;
        }

        validator.Report($"the update of '{Path}' {problem}");
        return false;
    }

    /// <summary>Does nothing: the rules that read the member were determined when the rule set was validated.</summary>
    /// <param name="context">The execution, with the object that is 'this' in the rules.</param>
    public override void Execute(RuleExecution context)
    {
    }

    /// <inheritdoc/>
    public override ICollection<string> GetSideEffects(RuleValidation validation) => [UsagePath.Normalize(Path)];

    /// <inheritdoc/>
    public override RuleAction Clone() => new RuleUpdateAction(Path);

    /// <summary>Returns the action as text.</summary>
    public override string ToString() => $"Update(\"{Path}\")";

    /// <summary>Returns true if the other object is an update of the same path.</summary>
    /// <param name="obj">The other object.</param>
    public override bool Equals(object? obj) => obj is RuleUpdateAction other && other.Path == Path;

    /// <inheritdoc/>
    public override int GetHashCode() => Path?.GetHashCode(StringComparison.Ordinal) ?? 0;

    /// <inheritdoc/>
    internal override NodeKind? Kind => OwnKind;
}
