using System.Transactions;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The options of the transaction of a transaction scope. Set them while the workflow is being built.</summary>
public sealed class WorkflowTransactionOptions : DependencyObject
{
    /// <summary>Identifies the dependency property <see cref="TimeoutDuration"/>.</summary>
    public static readonly DependencyProperty TimeoutDurationProperty = DependencyProperty.Register(
        "TimeoutDuration",
        typeof(TimeSpan),
        typeof(WorkflowTransactionOptions),
        new PropertyMetadata(TimeSpan.FromSeconds(30), DependencyPropertyOptions.Metadata));

    /// <summary>Identifies the dependency property <see cref="IsolationLevel"/>.</summary>
    public static readonly DependencyProperty IsolationLevelProperty = DependencyProperty.Register(
        "IsolationLevel",
        typeof(IsolationLevel),
        typeof(WorkflowTransactionOptions),
        new PropertyMetadata(IsolationLevel.Serializable, DependencyPropertyOptions.Metadata));

    /// <summary>
    /// The timeout after which the transaction is rolled back. Default: 30 seconds. Zero means the longest timeout that the process allows; a negative value is
    /// not valid.
    /// </summary>
    public TimeSpan TimeoutDuration
    {
        get => (TimeSpan)GetValue(TimeoutDurationProperty)!;
        set => SetValue(TimeoutDurationProperty, value);
    }

    /// <summary>The isolation level of the transaction. Default: serializable.</summary>
    public IsolationLevel IsolationLevel
    {
        get => (IsolationLevel)GetValue(IsolationLevelProperty)!;
        set => SetValue(IsolationLevelProperty, value);
    }

    internal CommittableTransaction NewTransaction() => new(new TransactionOptions { IsolationLevel = IsolationLevel, Timeout = TimeoutDuration });
}
