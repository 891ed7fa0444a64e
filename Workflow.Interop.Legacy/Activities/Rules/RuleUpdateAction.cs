using Workflow.Interop.Legacy.Activities.Rules.Binding;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>Says that a member has changed, so that the rules that read it are evaluated again.</summary>
public sealed class RuleUpdateAction : RuleAction
{
    /// <summary>Makes an action without a path.</summary>
    public RuleUpdateAction()
    {
    }

    /// <summary>Makes an action.</summary>
    /// <param name="path">The member, such as 'this/Order/Total'.</param>
    public RuleUpdateAction(string path) => Path = path;

    /// <summary>The member: 'this', then fields or properties, with '/' between them; '*' as the last name stands for all members. Default: empty, which validation refuses.</summary>
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

    /// <summary>Does nothing: the rules that depend on the member are known before.</summary>
    /// <param name="context">The object that the action is about.</param>
    public override void Execute(RuleExecution context)
    {
    }

    /// <inheritdoc/>
    public override ICollection<string> GetSideEffects(RuleValidation validation) => [UsagePath.Normalize(Path)];

    /// <inheritdoc/>
    public override RuleAction Clone() => new RuleUpdateAction(Path);

    /// <summary>Returns the action as text.</summary>
    public override string ToString() => $"Update(\"{Path}\")";

    /// <summary>Whether the other object is an update of the same member.</summary>
    /// <param name="obj">The other object.</param>
    public override bool Equals(object? obj) => obj is RuleUpdateAction other && other.Path == Path;

    /// <inheritdoc/>
    public override int GetHashCode() => Path?.GetHashCode(StringComparison.Ordinal) ?? 0;
}
