"""A client that takes changes is told everything once."""

from tests.live.client import Client


def test_who_takes_changes_gets_them_and_the_answer_in_one_frame(base, dealt, alice, bob):
    with Client(base, dealt.code, alice) as a, Client(base, dealt.code, bob) as b:
        a.hello(changes=True)
        b.hello()
        for client in (a, b):
            client.see(lambda state: state["view"]["phase"] == "flip")
        heard = len(a.told)
        told = a.do("flip")
        assert (told["view"]["seats"][0]["ready"], told["v"]) == (True, a.state["v"])
        name = told["ack"]
        assert "view" not in b.do("flip")  # who does not ask for changes gets no such frames
        a.see(lambda state: state["v"] > told["v"])
        states = [message for message in a.told[heard:] if "view" in message]
        assert all("base" in message and "commitment" not in str(message) for message in states)
        assert sum(message.get("ack") == name for message in a.told) == 1
        assert not any("base" in message for message in b.told)
        with Client(base, dealt.code, alice) as again:
            again.hello(a.state["v"])
            again.see(lambda state: state["v"] >= a.state["v"])
            a.see(lambda state: state["v"] >= again.state["v"])
            same = ("v", "view", "table", "words")
            assert [a.state[key] for key in same] == [again.state[key] for key in same]
