using Workflow.Core.Tests.TestKit;
using Workflow.Definition;
using Workflow.Statements;

namespace Workflow.Core.Tests.Definition;

public sealed class ProgramAttachmentTests
{
    [Fact]
    public void Find_InANewProgram_IsNull()
    {
        Program program = Definitions.Freeze(new Sequence());

        Assert.Null(program.Find<First>());
        Assert.False(program.HasRun);
    }

    [Fact]
    public void Attach_OfSeveralClasses_KeepsTheirOrder()
    {
        Program program = Definitions.Freeze(new Sequence());
        First first = program.Attach(new First());
        Second second = program.Attach(new Second());
        Third third = program.Attach(new Third());

        Assert.Same(first, program.FirstAttachment);
        Assert.Same(first, program.Find<First>());
        Assert.Same(second, program.Find<Second>());
        Assert.Same(third, program.Find<Third>());
        Assert.True(program.HasRun);
    }

    [Fact]
    public void Attach_OfAnAttachedClass_ReturnsTheFirstObject()
    {
        Program program = Definitions.Freeze(new Sequence());
        program.Attach(new First());
        Second known = program.Attach(new Second());

        Assert.Same(known, program.Attach(new Second()));
        Assert.Same(known, program.Find<Second>());
    }

    [Fact]
    public void Attach_OnManyThreads_KeepsOneObjectPerClass()
    {
        for (int round = 0; round < 200; round++)
        {
            Program program = Definitions.Freeze(new Sequence());
            First[] firsts = new First[4];
            Second[] seconds = new Second[4];
            System.Threading.Tasks.Parallel.For(0, 4, i =>
            {
                if (i % 2 == 0)
                {
                    firsts[i] = program.Attach(new First());
                    seconds[i] = program.Attach(new Second());
                }
                else
                {
                    seconds[i] = program.Attach(new Second());
                    firsts[i] = program.Attach(new First());
                }
            });

            Assert.All(firsts, first => Assert.Same(program.Find<First>(), first));
            Assert.All(seconds, second => Assert.Same(program.Find<Second>(), second));
        }
    }

    private sealed class First : ProgramAttachment;

    private sealed class Second : ProgramAttachment;

    private sealed class Third : ProgramAttachment;
}
