namespace Workflow.Testing;

/// <summary>The number of times that an effect may happen if processes are lost.</summary>
public enum EffectRule
{
    /// <summary>Once. The workflow and the service that it calls must detect repetitions, or commit in one transaction.</summary>
    ExactlyOnce = 0,

    /// <summary>Once or more: a lost process may repeat it.</summary>
    AtLeastOnce = 1,

    /// <summary>Once or not at all: a lost process may skip it.</summary>
    AtMostOnce = 2,
}
