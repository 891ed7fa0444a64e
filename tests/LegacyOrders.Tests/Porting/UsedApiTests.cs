namespace LegacyOrders.Tests.Porting;

/// <summary>The sample uses the API that published WF3 code uses most.</summary>
public sealed class UsedApiTests
{
    /// <summary>The uses in published code, and the texts in the sample that show them.</summary>
    public static TheoryData<string, string[]> Rows => new()
    {
        { "InitializeComponent with Activities.Add", ["void InitializeComponent()", "this.Activities.Add("] },
        { "CanModifyActivities", ["this.CanModifyActivities = true;", "this.CanModifyActivities = false;"] },
        { "SequentialWorkflowActivity", [": SequentialWorkflowActivity"] },
        { "CodeActivity.ExecuteCode", [".ExecuteCode += new EventHandler("] },
        { "CodeCondition", ["new CodeCondition()", ".Condition += new EventHandler<ConditionalEventArgs>("] },
        { "GetValue and SetValue", ["base.GetValue(", "base.SetValue("] },
        { "DependencyProperty.Register with three arguments", ["DependencyProperty.Register(\"Line\", typeof(OrderLine), typeof(PriceLineActivity));"] },
        { "DependencyProperty.Register with four arguments", ["new PropertyMetadata(1m, DependencyPropertyOptions.Metadata)"] },
        {
            "WorkflowCompleted and WorkflowTerminated",
            [".WorkflowCompleted += new EventHandler<WorkflowCompletedEventArgs>(", ".WorkflowTerminated += new EventHandler<WorkflowTerminatedEventArgs>("]
        },
        { "CreateWorkflow", ["CreateWorkflow(workflowType)", "CreateWorkflow(workflowType, arguments)"] },
        {
            "State machine types",
            [
                ": StateMachineWorkflowActivity",
                "new StateActivity()",
                "new StateInitializationActivity()",
                "new StateFinalizationActivity()",
                "new SetStateActivity()",
                "new EventDrivenActivity()"
            ]
        },
        { "IfElse", ["new IfElseActivity()", "new IfElseBranchActivity()"] },
        { "ActivityBind and SetBinding", ["new ActivityBind()", ".SetBinding("] },
        { "ExternalDataEventArgs", [": ExternalDataEventArgs"] },
        { "Execute overrides", ["protected override ActivityExecutionStatus Execute("] },
        { "using (WorkflowRuntime ...)", ["using (WorkflowRuntime runtime = new WorkflowRuntime())"] },
        { "HandleExternalEvent", ["new HandleExternalEventActivity()"] },
        { "WorkflowEnvironment.WorkflowInstanceId", ["WorkflowEnvironment.WorkflowInstanceId"] },
        { "Delay", ["new DelayActivity()", ".InitializeTimeoutDuration +="] },
        { "RuleConditionReference", ["new RuleConditionReference()"] },
        { "CallExternalMethod", ["new CallExternalMethodActivity()"] },
        { "ManualWorkflowSchedulerService", ["new ManualWorkflowSchedulerService()"] },
        { "Replicator", ["new ReplicatorActivity()"] },
        { "Policy", ["new PolicyActivity()"] },
        { "Custom persistence services", [": WorkflowPersistenceService", "GetDefaultSerializedForm(", "RestoreFromDefaultSerializedForm("] },
        { "CreateExecutionContext", [".CreateExecutionContext("] },
        { "child.Closed += handler", [".Closed += new EventHandler<ActivityExecutionStatusChangedEventArgs>("] },
        { "RegisterForStatusChange", [".RegisterForStatusChange(Activity.ClosedEvent, this)"] },
        {
            "1. Event argument classes",
            [
                "WorkflowEventArgs",
                "WorkflowCompletedEventArgs",
                "WorkflowTerminatedEventArgs",
                "WorkflowSuspendedEventArgs",
                "WorkflowRuntimeEventArgs",
                "ServicesExceptionNotHandledEventArgs"
            ]
        },
        { "2. WorkflowEnvironment", ["WorkflowEnvironment.WorkBatch.Add("] },
        {
            "3. Rule object model",
            [
                "new RuleSet(", "new Rule(", ".Priority =", ".Active =", ".ReevaluationBehavior =", "new RuleExpressionCondition(", "new RuleStatementAction(",
                "new RuleHaltAction(", "new RuleUpdateAction(", "new RuleValidation(", "new RuleExecution(", "new RuleEngine("
            ]
        },
        { "3. Rule attributes and documents", ["[RuleRead(", "[RuleWrite(", "[RuleInvoke(", "<RuleDefinitions ", "(RuleDefinitions)"] },
        {
            "5. StateMachineWorkflowInstance",
            [
                "new StateMachineWorkflowInstance(",
                ".CurrentState.Name",
                ".States",
                "machine.SetState(",
                "new SetStateEventArgs(",
                "StateMachineWorkflowActivity.SetStateQueueName"
            ]
        },
        { "6. ActivityContextGuidProperty", ["Activity.ActivityContextGuidProperty"] },
        {
            "7. Hooks of exchange activities",
            [
                "override void OnMethodInvoking(",
                "override void OnMethodInvoked(",
                "override void OnInvoked(",
                "override Type InterfaceType",
                "override string EventName",
                "override string MethodName"
            ]
        },
        { "8. ReplicatorChildEventArgs", ["e.InstanceData", "e.Activity", ".CurrentIndex"] },
        {
            "9. Queues and timers",
            [
                "EventQueueName name", "TimerEventSubscription first", "TimerEventSubscriptionCollection.TimerCollectionProperty", "timers.Peek()",
                "WorkflowQueueInfo queue", ".RegisterForQueueItemAvailable(", ".UnregisterForQueueItemAvailable("
            ]
        },
        {
            "10. Validation types",
            [
                "ValidationError.GetNotSetValidationError(",
                "new ValidationManager(",
                ": CompositeActivityValidator",
                "ValidationErrorCollection",
                "catch (WorkflowValidationFailedException"
            ]
        },
        {
            "11. Service life cycle",
            [
                ": WorkflowRuntimeService", "void Start()", "void Stop()", "void OnStarted()", "void OnStopped()", "base.State",
                "RaiseServicesExceptionNotHandledEvent("
            ]
        },
        {
            "12. Names in attributes",
            [
                "typeof(ActivityToolboxItem)",
                "typeof(SequentialActivityDesigner)",
                "typeof(ActivityBindTypeConverter)",
                "[ActivityDesignerTheme(",
                "[ActivityValidator(",
                "[ValidationOption("
            ]
        },
        { "12. Namespaces of wizards", ["ComponentModel.Compiler;", "ComponentModel.Design;", "ComponentModel.Serialization;"] },
    };

    [Theory]
    [MemberData(nameof(Rows))]
    public void Sample_ShowsWhatPublishedCodeUses(string use, string[] shown) =>
        Assert.All(shown, text => Assert.True(PortedSources.Text.Contains(text, StringComparison.Ordinal), $"{use}: the sample has no '{text}'."));
}
