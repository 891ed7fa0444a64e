namespace Workflow.Testing;

/// <summary>How often an effect may happen, whatever processes are lost.</summary>
public enum EffectRule
{
    /// <summary>Once. The workflow and the service that it calls have to recognize a repetition, or to commit in one transaction.</summary>
    ExactlyOnce = 0,

    /// <summary>Once or more: a lost process may repeat it.</summary>
    AtLeastOnce = 1,

    /// <summary>Once or not at all: a lost process may leave it out.</summary>
    AtMostOnce = 2,
}
