using Workflow.Analyzers.Tests.Kit;

namespace Workflow.Analyzers.Tests;

/// <summary>Tests of WF0004 and WF0008.</summary>
public sealed class VariableTests
{
    [Fact]
    public Task Variable_ThatNoActivityDeclares_IsReported() => Analysis.VerifyAsync(
        """
        public static class Definitions
        {
            public static Activity Create()
            {
                Variable<int> forgotten = new("forgotten"); /*WF0004*/
                Variable<int> known = new("known");
                return new Sequence
                {
                    Variables = { known },
                    Activities =
                    {
                        new Assign<int> { To = forgotten, Value = known },
                        new WriteLine { Text = new(context => $"{forgotten.Get(context)} {known.Get(context)}") },
                    },
                };
            }
        }

        public sealed class Repeat : NativeActivity
        {
            private readonly Variable<int> _passes = new("passes"); /*WF0004*/
            private readonly Variable<int> _known = new("known");

            protected override void CacheMetadata(NativeActivityMetadata metadata) => metadata.AddImplementationVariable(_known);

            protected override void Execute(NativeActivityContext context)
            {
                _passes.Set(context, context.GetValue(_passes) + _known.Get(context));
            }
        }
        """);

    [Fact]
    public Task Variable_OutsideTheActivityThatDeclaresIt_IsReported() => Analysis.VerifyAsync(
        """
        public static class Definitions
        {
            public static Activity Create()
            {
                Variable<int> inner = new("inner");
                return new Sequence
                {
                    Activities =
                    {
                        new Sequence { Variables = { inner }, Activities = { new Assign<int> { To = inner, Value = 1 } } },
                        new WriteLine { Text = new(context => $"{inner.Get(context)}") }, /*WF0004*/
                    },
                };
            }
        }
        """);

    [Fact]
    public Task Variable_ThatOtherCodeMayDeclare_IsNotReported() => Analysis.VerifyAsync(
        """
        public static class Definitions
        {
            public static Activity Create(Variable<int> given)
            {
                Variable<int> added = new("added"), passed = new("passed"), both = new("both"), shared = Shared(), initial = new("initial", context => both.Get(context));
                Sequence sequence = new() { Variables = { both, initial } };
                sequence.Variables.Add(added);
                Declare(sequence, passed);
                sequence.Activities.Add(new Assign<int> { To = both, Value = initial });
                sequence.Activities.Add(new Assign<int> { To = added, Value = passed });
                sequence.Activities.Add(new Assign<int> { To = shared, Value = given });
                Variable<int> list = new() { Name = "list" };
                Console.WriteLine(list.Name);
                StateMachine machine = new() { Variables = { list }, States = { new State { Entry = new Assign<int> { To = list, Value = 1 } } } };
                return sequence;
            }

            private static Variable<int> Shared() => new();

            private static void Declare(Sequence sequence, Variable<int> variable) => sequence.Variables.Add(variable);
        }

        public sealed class Composite : Activity
        {
            private readonly Variable<int> _total = new("total");

            public Composite() => Implementation = () => new Sequence { Variables = { _total }, Activities = { new Assign<int> { To = _total, Value = 1 } } };
        }
        """);

    [Fact]
    public async Task Variable_InAFieldWithTheCodeFix_IsDeclared() => Assert.Contains(
        """
                base.CacheMetadata(metadata);
                metadata.AddImplementationVariable(_passes);
        """.ReplaceLineEndings("\n"),
        await Fixing.ApplyAsync(
            new MetadataCodeFix(),
            """
            public sealed class Repeat : NativeActivity
            {
                private readonly Variable<int> _passes = new("passes");

                protected override void CacheMetadata(NativeActivityMetadata metadata)
                {
                    base.CacheMetadata(metadata);
                }

                protected override void Execute(NativeActivityContext context) => _passes.Set(context, 1);
            }
            """),
        StringComparison.Ordinal);

    [Fact]
    public Task Variable_OfATypeThatCannotBeSaved_IsReported() => Analysis.VerifyAsync(
        """
        public sealed class Report
        {
            public string Title { get; set; } = "";

            public List<Page> Pages { get; } = [];
        }

        public sealed record Page(int Number, Stream Content);

        public static class Definitions
        {
            public static Variable[] Create() =>
            [
                new Variable<Stream>("file"), /*WF0008*/
                new Variable<FileStream[]>("files"), /*WF0008*/
                new Variable<Dictionary<string, Task<int>>>("work"), /*WF0008*/
                new Variable<Func<int>>("function"), /*WF0008*/
                new Variable<IEnumerator<int>>("rest"), /*WF0008*/
                new Variable<Type>("type"), /*WF0008*/
                new Variable<CancellationToken?>("stop"), /*WF0008*/
                new Variable<Report>("report"), /*WF0008*/
            ];
        }
        """);

    [Fact]
    public async Task Variable_WithAPartThatCannotBeSaved_NamesThePart()
    {
        Microsoft.CodeAnalysis.Diagnostic found = Assert.Single(await Analysis.RunAsync(
            """
            public sealed record Page(int Number, Stream Content);

            public sealed record Report(List<Page> Pages, Page Cover);

            public static class Definitions
            {
                public static Variable Create() => new Variable<Report>("report");
            }
            """));
        Assert.StartsWith(
            "A variable of type 'Report' cannot be saved, because of its part 'Pages.Content'",
            found.GetMessage(System.Globalization.CultureInfo.InvariantCulture),
            StringComparison.Ordinal);
    }

    [Fact]
    public Task Variable_OfATypeThatMayBeSaved_IsNotReported() => Analysis.VerifyAsync(
        """
        using System.Text.Json.Serialization;

        public sealed class Node
        {
            public Node? Next { get; set; }

            public Dictionary<string, Node[]> More { get; } = [];

            [JsonIgnore]
            public Stream? Content { get; set; }

            [NonSerialized]
            private Action? _changed;

            public event EventHandler? Changed;

            public override string ToString() => $"{_changed} {Changed}";
        }

        public static class Definitions
        {
            public static Variable[] Create<T>() =>
            [
                new Variable<Node>("node"), new Variable<T>("any"), new Variable<object>("object"), new Variable<IDisposable>("disposable"),
                new Variable<Exception>("fault"), new Variable<Bookmark>("bookmark"), new Variable<NoPersistHandle>("handle"), new Variable<int?[]>("numbers"),
            ];
        }

        public static class InAZone
        {
            public static Activity Create()
            {
                Variable<Stream> file = new("file");
                return new NoPersistScope { Body = new Sequence { Variables = { file }, Activities = { new Assign<Stream> { To = file, Value = new(_ => Stream.Null) } } } };
            }
        }
        """);
}
