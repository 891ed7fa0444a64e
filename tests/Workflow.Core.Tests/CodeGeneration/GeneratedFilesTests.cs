using System.Reflection;
using Workflow.CodeGeneration;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.CodeGeneration;

/// <summary>Checks that the generated files match the templates, and that every member of a family works.</summary>
public sealed class GeneratedFilesTests
{
    private readonly Log _log = new();

    public static TheoryData<int> Arities => new(Enumerable.Range(0, 17));

    public static TheoryData<string> Files => new(GeneratedFiles.Render().Keys);

    [Theory]
    [MemberData(nameof(Files))]
    public void Render_OfFile_EqualsCommittedFile(string path)
    {
        string committed = File.ReadAllText(Checkout.PathOf(path));
        Assert.True(
            string.Equals(GeneratedFiles.Render()[path], committed, StringComparison.Ordinal),
            $"'{path}' is not what the template renders; run: dotnet run --project eng/code-generation");
    }

    [Fact]
    public void Render_OfAllFiles_CoversEveryGeneratedFile()
    {
        string core = Checkout.PathOf("Workflow.Core");
        string[] generated = [.. Directory.EnumerateFiles(core, "*.g.cs", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(Checkout.PathOf(string.Empty), file).Replace('\\', '/'))
            .Where(file => !file.Contains("/obj/", StringComparison.Ordinal) && !file.Contains("/bin/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)];
        Assert.Equal(GeneratedFiles.Render().Keys, generated);
    }

    [Theory]
    [MemberData(nameof(Arities))]
    [Rule("13.1")]
    public void InvokeAction_OfEachArity_PassesArgumentsInOrder(int arity)
    {
        object action = Create("Workflow.ActivityAction", arity, arity);
        Activity invoke = (Activity)Create("Workflow.Statements.InvokeAction", arity, arity);
        ((ActivityDelegate)action).Handler = HandlerOf(action, arity);
        SetArguments(invoke, arity);
        Set(invoke, "Action", action);
        WorkflowInvoker.Invoke(invoke);
        _log.AssertIs(Join(arity));
    }

    [Theory]
    [MemberData(nameof(Arities))]
    [Rule("13.1")]
    public void InvokeFunc_OfEachArity_PassesArgumentsAndReturnsResult(int arity)
    {
        object func = Create("Workflow.ActivityFunc", arity, arity + 1);
        Activity<int> invoke = (Activity<int>)Create("Workflow.Expressions.InvokeFunc", arity, arity + 1);
        DelegateOutArgument<int> result = new("result");
        Set(func, "Result", result);
        ((ActivityDelegate)func).Handler = new Sequence
        {
            Activities = { HandlerOf(func, arity), new Assign<int> { To = new OutArgument<int>(result), Value = 100 + arity } },
        };
        SetArguments(invoke, arity);
        Set(invoke, "Func", func);
        Assert.Equal(100 + arity, WorkflowInvoker.Invoke(invoke));
        _log.AssertIs(Join(arity));
    }

    private Note HandlerOf(object activityDelegate, int arity)
    {
        DelegateInArgument<int>[] arguments = [.. Enumerable.Range(1, arity).Select(index => new DelegateInArgument<int>($"in{index}"))];
        for (int i = 0; i < arity; i++)
        {
            Set(activityDelegate, NameOf(arity, i + 1), arguments[i]);
        }

        return new Note(_log, context => string.Join(' ', arguments.Select(argument => argument.Get(context))));
    }

    private static void SetArguments(Activity invoke, int arity)
    {
        for (int i = 1; i <= arity; i++)
        {
            Set(invoke, NameOf(arity, i), new InArgument<int>(i * 10));
        }
    }

    private static string Join(int arity) => string.Join(' ', Enumerable.Range(1, arity).Select(index => index * 10));

    private static string NameOf(int arity, int index) => arity == 1 ? "Argument" : $"Argument{index}";

    private static object Create(string name, int arity, int typeParameters)
    {
        Type? type = typeof(Activity).Assembly.GetType(typeParameters == 0 ? name : $"{name}`{typeParameters}");
        Assert.True(type is not null, $"There is no '{name}' with {arity} arguments.");
        Type closed = typeParameters == 0 ? type : type.MakeGenericType([.. Enumerable.Repeat(typeof(int), typeParameters)]);
        return Activator.CreateInstance(closed)!;
    }

    private static void Set(object target, string property, object value) =>
        target.GetType().GetProperty(property, BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)!.SetValue(target, value);
}
