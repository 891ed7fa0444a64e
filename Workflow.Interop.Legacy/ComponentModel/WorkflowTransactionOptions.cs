using System.Transactions;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The transaction of a transaction scope. Set it while the workflow is put together.</summary>
public sealed class WorkflowTransactionOptions : DependencyObject
{
    /// <summary>The property <see cref="TimeoutDuration"/>.</summary>
    public static readonly DependencyProperty TimeoutDurationProperty = DependencyProperty.Register(
        "TimeoutDuration", typeof(TimeSpan), typeof(WorkflowTransactionOptions), new PropertyMetadata(TimeSpan.FromSeconds(30), DependencyPropertyOptions.Metadata));

    /// <summary>The property <see cref="IsolationLevel"/>.</summary>
    public static readonly DependencyProperty IsolationLevelProperty = DependencyProperty.Register(
        "IsolationLevel", typeof(IsolationLevel), typeof(WorkflowTransactionOptions), new PropertyMetadata(IsolationLevel.Serializable, DependencyPropertyOptions.Metadata));

    /// <summary>How long the transaction may last before it is rolled back. Default: 30 seconds. Zero means the longest time that the process allows; a negative time is not valid.</summary>
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
