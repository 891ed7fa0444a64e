namespace LegacyOrders.Tests.Porting;

/// <summary>
/// The numbered rows of A.13a: the names that published code needs. The compiled sample uses each name, and each name is declared by WF3 or .NET.
/// </summary>
[Trait("Paragraph", "A.13a")]
public sealed class NeededNamesTests
{
    private const int LastRow = 14;

    /// <summary>
    /// The number of a row, and the types and members that the row names. Accessors represent properties and events. A compiled assembly does not contain the
    /// names of constants; UsedApiTests checks these in the sources.
    /// </summary>
    public static TheoryData<int, string> Rows => new()
    {
        { 1, "WorkflowEventArgs WorkflowCompletedEventArgs WorkflowTerminatedEventArgs WorkflowSuspendedEventArgs WorkflowRuntimeEventArgs ServicesExceptionNotHandledEventArgs WorkflowRuntime.Dispose" },
        { 1, "WorkflowRuntime.add_WorkflowCompleted WorkflowRuntime.add_WorkflowTerminated WorkflowRuntime.add_WorkflowSuspended WorkflowRuntime.add_WorkflowIdled WorkflowRuntime.add_Started" },
        { 2, "WorkflowEnvironment.get_WorkflowInstanceId WorkflowEnvironment.get_WorkBatch IWorkBatch.Add IPendingWork" },
        { 3, "RuleSet Rule.set_Priority Rule.set_Active Rule.set_ReevaluationBehavior RuleExpressionCondition RuleStatementAction RuleHaltAction RuleUpdateAction RuleDefinitions" },
        { 3, "RuleDefinitions.RuleDefinitionsProperty RuleValidation RuleExecution RuleEngine RuleActionTrackingEvent RuleReadAttribute RuleWriteAttribute RuleInvokeAttribute" },
        { 3, "CodeThisReferenceExpression CodePrimitiveExpression CodeBinaryOperatorExpression CodeFieldReferenceExpression CodePropertyReferenceExpression CodeTypeReferenceExpression CodeAssignStatement" },
        { 3, "CodeMethodInvokeExpression CodeObjectCreateExpression CodeIndexerExpression CodeCastExpression CodeArrayIndexerExpression WorkflowMarkupSerializer.Serialize WorkflowMarkupSerializer.Deserialize" },
        { 4, "WorkflowTrackingRecord ActivityTrackingRecord UserTrackingRecord TrackingRecord.get_EventDateTime TrackingRecord.get_EventOrder TrackingRecord.get_Annotations ActivityTrackingRecord.get_Body" },
        { 4, "WorkflowTrackPoint ActivityTrackPoint UserTrackPoint WorkflowTrackingLocation ActivityTrackingLocation UserTrackingLocation ActivityTrackPoint.get_MatchingLocations" },
        { 4, "ActivityTrackPoint.get_ExcludedLocations ActivityTrackingLocation.set_MatchDerivedTypes ActivityTrackingLocation.get_ExecutionStatusEvents WorkflowDataTrackingExtract" },
        { 4, "ActivityDataTrackingExtract ActivityTrackingCondition TrackingDataItem TrackingProfile TrackingProfileSerializer.Serialize TrackingProfileSerializer.Deserialize SqlTrackingQuery.GetWorkflows" },
        { 4, "SqlTrackingQueryOptions SqlTrackingWorkflowInstance TrackingService TrackingService.GetTrackingChannel TrackingService.TryGetProfile TrackingChannel TrackingChannel.Send" },
        { 5, "StateMachineWorkflowInstance.get_CurrentState StateMachineWorkflowInstance.get_CurrentStateName StateMachineWorkflowInstance.get_States StateMachineWorkflowInstance.SetState SetStateEventArgs" },
        { 6, "Activity.ActivityContextGuidProperty" },
        { 7, "CallExternalMethodActivity.OnMethodInvoking CallExternalMethodActivity.OnMethodInvoked HandleExternalEventActivity.OnInvoked HandleExternalEventActivity.get_InterfaceType" },
        { 7, "HandleExternalEventActivity.get_EventName CallExternalMethodActivity.get_InterfaceType CallExternalMethodActivity.get_MethodName" },
        { 8, "ReplicatorChildEventArgs.get_InstanceData ReplicatorChildEventArgs.get_Activity ReplicatorActivity.get_CurrentIndex" },
        { 9, "EventQueueName MessageEventSubscription WorkflowSubscriptionService EventDeliveryFailedException TimerEventSubscriptionCollection.TimerCollectionProperty TimerEventSubscriptionCollection.Peek" },
        { 9, "WorkflowQueueInfo WorkflowQueue.RegisterForQueueItemAvailable WorkflowQueue.UnregisterForQueueItemAvailable" },
        { 10, "ValidationError.GetNotSetValidationError ValidationErrorCollection ValidationManager CompositeActivityValidator WorkflowValidationFailedException" },
        { 11, "WorkflowRuntimeService.Start WorkflowRuntimeService.Stop WorkflowRuntimeService.OnStarted WorkflowRuntimeService.OnStopped WorkflowRuntimeService.get_State" },
        { 11, "WorkflowRuntimeService.RaiseServicesExceptionNotHandledEvent SharedConnectionWorkflowCommitWorkBatchService SqlPersistenceWorkflowInstanceDescription" },
        { 12, "ActivityToolboxItem ActivityDesignerThemeAttribute ActivityDesignerTheme ActivityDesigner CompositeActivityDesigner SequentialActivityDesigner TypeBrowserEditor BindUITypeEditor" },
        { 12, "ActivityBindTypeConverter ValidationVisibility ActivityValidator CompositeActivityValidator" },
        { 13, "WorkflowChanges.get_TransientWorkflow WorkflowChanges.Validate AddedActivityAction RemovedActivityAction WorkflowInstance.ApplyWorkflowChanges WorkflowRoleCollection WebWorkflowRole" },
        { 14, "ActivityExecutionContext.TrackData" },
    };

    [Theory]
    [MemberData(nameof(Rows))]
    public void Sample_Row_UsesAllNames(int row, string names)
    {
        string[] missing = [.. names.Split(' ').Where(static name => !UsedNames.OfSample.Contains(name))];
        Assert.True(missing.Length == 0, $"Row {row}: the sample does not use {string.Join(", ", missing)}.");
    }

    [Fact]
    public void Rows_Numbers_AreComplete() => Assert.Equal(Enumerable.Range(1, LastRow), Rows.Select(static row => (int)row[0]!).Distinct());

    /// <summary>The names come from the compiled code. A name that occurs only in a comment or a string is not among them.</summary>
    [Fact]
    public void Names_OfSample_AreUsedNames()
    {
        Assert.Contains("WriteActivity", PortedSources.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("SqlWorkflowPersistenceService", UsedNames.OfSample);
        Assert.DoesNotContain("ActivityExecutionContext.Dispose", UsedNames.OfSample);
        Assert.Contains("WorkflowInstance.Load", UsedNames.OfSample);
    }
}
