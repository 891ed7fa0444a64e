using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities.Rules;

/// <summary>A reference to a rule set in the <see cref="RuleDefinitions"/> of the workflow.</summary>
public sealed class RuleSetReference : DependencyObject
{
    private static readonly DependencyProperty RuleSetNameProperty =
        DependencyProperty.Register("RuleSetName", typeof(string), typeof(RuleSetReference), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>Creates a reference without a name.</summary>
    public RuleSetReference()
    {
    }

    /// <summary>Creates a reference.</summary>
    /// <param name="ruleSetName">The name of the rule set.</param>
    public RuleSetReference(string ruleSetName) => RuleSetName = ruleSetName;

    /// <summary>The name of the rule set. It can be set only while the workflow is being constructed. Default: null.</summary>
    public string? RuleSetName
    {
        get => (string?)GetValue(RuleSetNameProperty);
        set => SetValue(RuleSetNameProperty, value);
    }
}
