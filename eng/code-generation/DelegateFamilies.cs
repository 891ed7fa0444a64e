using System.Text;

namespace Workflow.CodeGeneration;

/// <summary>Renders the families of types and methods with 0 to 16 arguments in Workflow.Core, one file each.</summary>
public static class DelegateFamilies
{
    private const int Most = 16;

    private const string Header = GeneratedFiles.Header + "// It is over 400 lines because the family has seventeen documented members of the same form.\n#nullable enable\n\n";

    /// <summary>The files, by their paths relative to the root of the repository.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Files => new Dictionary<string, string>
    {
        ["Workflow.Core/Authoring/Model/Delegates/ActivityAction.g.cs"] = File("Workflow", null, Action),
        ["Workflow.Core/Authoring/Model/Delegates/ActivityFunc.g.cs"] = File("Workflow", "using Workflow.Data;\n\n", Func),
        ["Workflow.Core/Authoring/Model/Contexts/NativeActivityContext.g.cs"] = Context(),
        ["Workflow.Core/Statements/Primitives/InvokeAction.g.cs"] = File("Workflow.Statements", null, InvokeAction),
        ["Workflow.Core/Expressions/InvokeFunc.g.cs"] = File("Workflow.Expressions", null, InvokeFunc),
    };

    private static string File(string space, string? usings, Func<int, string> member)
    {
        StringBuilder text = new(Header);
        text.Append(usings).Append("namespace ").Append(space).Append(";\n");
        for (int count = 0; count <= Most; count++)
        {
            text.Append('\n').Append(member(count));
        }

        return text.ToString();
    }

    private static string Context()
    {
        StringBuilder text = new(Header);
        text.Append("namespace Workflow;\n\npublic partial class NativeActivityContext\n{\n");
        text.AppendJoin("\n", Enumerable.Range(0, Most + 1).SelectMany(count => new[] { ScheduleAction(count), ScheduleFunc(count) }));
        return text.Append("}\n").ToString();
    }

    private static string Action(int count) => $$"""
        /// <summary>An action with {{Counted(count)}}: a part of a workflow that an activity schedules with arguments.</summary>
        {{TypeDocs(count)}}public sealed class ActivityAction{{Generic(count, null)}} : ActivityDelegate
        {
        {{DelegateProperties(count)}}    internal void Fill(ActivityInstance instance{{Each(count, i => $", T{Suffix(count, i)} argument{Suffix(count, i)}")}})
            {
        {{Each(count, i => $"        Write(instance.DelegateArguments, Argument{Suffix(count, i)}, argument{Suffix(count, i)});\n")}}    }
        }

        """;

    private static string Func(int count) => $$"""
        /// <summary>A function with {{Counted(count)}}: a part of a workflow that an activity schedules with arguments and that returns a value.</summary>
        {{TypeDocs(count)}}/// <typeparam name="TResult">The type of the result.</typeparam>
        public sealed class ActivityFunc{{Generic(count, "TResult")}} : ActivityDelegate
        {
        {{DelegateProperties(count)}}    /// <summary>The argument object with which the handler sets the result. If null, the result is the default value.</summary>
            public DelegateOutArgument<TResult>? Result { get; set; }

            /// <inheritdoc/>
            protected override DelegateOutArgument? GetResultArgument() => Result;

            internal void Fill(ActivityInstance instance{{Each(count, i => $", T{Suffix(count, i)} argument{Suffix(count, i)}")}})
            {
        {{Each(count, i => $"        Write(instance.DelegateArguments, Argument{Suffix(count, i)}, argument{Suffix(count, i)});\n")}}    }

            internal override void InvokeCompletion(
                Delegate callback, NativeActivityContext context, ActivityInstance completed, LocationEnvironment? arguments) =>
                Call(callback, context, completed, Read(arguments, Result));
        }

        """;

    private static string ScheduleAction(int count) => $$"""
            /// <summary>Schedules an action's handler with {{Counted(count)}} (rule 13.1).</summary>
        {{MethodTypeDocs(count)}}    /// <param name="activityAction">A declared delegate of this activity.</param>
        {{Each(count, i => $"    /// <param name=\"argument{Suffix(count, i)}\">The value of the {Ordinal(i)} argument.</param>\n")}}    /// <param name="onCompleted">Called when the handler has completed. If null, only the completion of this activity is checked again.</param>
            /// <param name="onFaulted">Called when an exception leaves the handler. If null, the exception propagates to the parent.</param>
            /// <returns>The instance of the handler, which has already completed if there is no handler.</returns>
            public ActivityInstance ScheduleAction{{Generic(count, null)}}(
                ActivityAction{{Generic(count, null)}} activityAction{{Each(count, i => $", T{Suffix(count, i)} argument{Suffix(count, i)}")}}, CompletionCallback? onCompleted = null, FaultCallback? onFaulted = null)
            {
                ArgumentNullException.ThrowIfNull(activityAction);
                ActivityInstance instance = ScheduleTyped(activityAction, hasResult: false, onCompleted, onFaulted);
                activityAction.Fill(instance{{Each(count, i => $", argument{Suffix(count, i)}")}});
                return instance;
            }

        """;

    private static string ScheduleFunc(int count) => $$"""
            /// <summary>Schedules a function's handler with {{Counted(count)}} (rule 13.1).</summary>
        {{MethodTypeDocs(count)}}    /// <typeparam name="TResult">The type of the result.</typeparam>
            /// <param name="activityFunc">A declared delegate of this activity.</param>
        {{Each(count, i => $"    /// <param name=\"argument{Suffix(count, i)}\">The value of the {Ordinal(i)} argument.</param>\n")}}    /// <param name="onCompleted">Called with the result when the handler has completed. If null, only the completion of this activity is checked again.</param>
            /// <param name="onFaulted">Called when an exception leaves the handler. If null, the exception propagates to the parent.</param>
            /// <returns>The instance of the handler, which has already completed if there is no handler.</returns>
            public ActivityInstance ScheduleFunc{{Generic(count, "TResult")}}(
                ActivityFunc{{Generic(count, "TResult")}} activityFunc{{Each(count, i => $", T{Suffix(count, i)} argument{Suffix(count, i)}")}}, CompletionCallback<TResult>? onCompleted = null, FaultCallback? onFaulted = null)
            {
                ArgumentNullException.ThrowIfNull(activityFunc);
                ActivityInstance instance = ScheduleTyped(activityFunc, hasResult: true, onCompleted, onFaulted);
                activityFunc.Fill(instance{{Each(count, i => $", argument{Suffix(count, i)}")}});
                return instance;
            }

        """;

    private static string InvokeAction(int count) => $$"""
        /// <summary>Runs an action with {{Counted(count)}}; does nothing without one.</summary>
        {{TypeDocs(count)}}public sealed class InvokeAction{{Generic(count, null)}} : NativeActivity
        {
        {{InvokeProperties(count)}}    /// <summary>The delegate to run; null for none.</summary>
            public ActivityAction{{Generic(count, null)}}? Action { get; set; }

            /// <inheritdoc/>
            protected override void Execute(NativeActivityContext context)
            {
                ArgumentNullException.ThrowIfNull(context);
                if (Action is { Handler: not null })
                {
                    context.ScheduleAction(Action{{Each(count, i => $", Argument{Suffix(count, i)}.Get(context)")}});
                }
            }
        }

        """;

    private static string InvokeFunc(int count) => $$"""
        /// <summary>Runs a function with {{Counted(count)}} and returns its result; the default value without one.</summary>
        {{TypeDocs(count)}}/// <typeparam name="TResult">The type of the result.</typeparam>
        public sealed class InvokeFunc{{Generic(count, "TResult")}} : NativeActivity<TResult>
        {
        {{InvokeProperties(count)}}    /// <summary>The delegate to run; null for none.</summary>
            public ActivityFunc{{Generic(count, "TResult")}}? Func { get; set; }

            /// <inheritdoc/>
            protected override void Execute(NativeActivityContext context)
            {
                ArgumentNullException.ThrowIfNull(context);
                if (Func is { Handler: not null })
                {
                    context.ScheduleFunc(Func{{Each(count, i => $", Argument{Suffix(count, i)}.Get(context)")}}, OnCompleted);
                }
            }

            private void OnCompleted(NativeActivityContext context, ActivityInstance completed, TResult result)
            {
                if (completed.State == ActivityInstanceState.Closed)
                {
                    context.SetValue(Result, result);
                }
            }
        }

        """;

    private static string DelegateProperties(int count) => Each(
        count,
        i => $"    /// <summary>The argument object with which the handler reads the {Ordinal(i)} argument. If null, the value is not used.</summary>\n"
            + $"    public DelegateInArgument<T{Suffix(count, i)}>? Argument{Suffix(count, i)} {{ get; set; }}\n\n");

    private static string InvokeProperties(int count) => Each(
        count,
        i => $"    /// <summary>The {Ordinal(i)} argument.</summary>\n"
            + $"    [RequiredArgument]\n    public InArgument<T{Suffix(count, i)}> Argument{Suffix(count, i)} {{ get; set; }} = null!;\n\n");

    private static string TypeDocs(int count) =>
        Each(count, i => $"/// <typeparam name=\"T{Suffix(count, i)}\">The type of the {Ordinal(i)} argument.</typeparam>\n");

    private static string MethodTypeDocs(int count) =>
        Each(count, i => $"    /// <typeparam name=\"T{Suffix(count, i)}\">The type of the {Ordinal(i)} argument.</typeparam>\n");

    private static string Generic(int count, string? result)
    {
        List<string> names = [.. Enumerable.Range(1, count).Select(i => "T" + Suffix(count, i))];
        if (result is not null)
        {
            names.Add(result);
        }

        return names.Count == 0 ? string.Empty : $"<{string.Join(", ", names)}>";
    }

    /// <summary>Returns the number in the name of an argument; empty if the family member has only one argument.</summary>
    private static string Suffix(int count, int index) => count == 1 ? string.Empty : index.ToString(System.Globalization.CultureInfo.InvariantCulture);

    private static string Each(int count, Func<int, string> render) => string.Concat(Enumerable.Range(1, count).Select(render));

    private static string Counted(int count) => count switch { 0 => "no arguments", 1 => "one argument", _ => $"{count} arguments" };

    private static string Ordinal(int index) => index switch { 1 => "1st", 2 => "2nd", 3 => "3rd", _ => $"{index}th" };
}
